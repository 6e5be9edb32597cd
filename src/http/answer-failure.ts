import type { ServerResponse } from 'node:http';
import { errorBody } from './error-catalogue.ts';
import { type Reply, textBody } from './reply.ts';
import { writeReply } from './write-reply.ts';

const failed: Reply = {
  status: 500,
  headers: ['Content-Type', 'application/json'],
  body: textBody(errorBody('internal_error')),
};

/** Ends a request in which the simulator failed: with a 500, which is answered, or by a cut where an answer had begun. */
export function answerFailure(response: ServerResponse): Reply | undefined {
  if (response.headersSent) {
    response.destroy();
    return undefined;
  }
  // Short as it is, there is nothing to wait for.
  void writeReply(response, failed, []);
  return failed;
}
