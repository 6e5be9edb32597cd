import type { ServerResponse } from 'node:http';
import { errorBody } from '../server/error-catalogue.ts';
import { type ServiceResponse, textBody } from './service-response.ts';
import { writeResponse } from './write-response.ts';

const failed: ServiceResponse = {
  status: 500,
  headers: ['Content-Type', 'application/json'],
  body: textBody(errorBody('internal_error')),
};

/** Ends a request in which the simulator failed: with a 500, which is answered, or by a cut where an answer had begun. */
export function answerFailure(response: ServerResponse): ServiceResponse | undefined {
  if (response.headersSent) {
    response.destroy();
    return undefined;
  }
  // Short as it is, there is nothing to wait for.
  void writeResponse(response, failed, []);
  return failed;
}
