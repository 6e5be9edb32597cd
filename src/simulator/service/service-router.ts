import type { RequestListener, ServerResponse } from 'node:http';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import type { Environments } from '../environment/environments.ts';
import { answerFailure } from './answer-failure.ts';
import type { ServiceOptions } from './conduct-exchange.ts';
import type { ServiceRequest } from './exchange.ts';
import { gatherWrites } from './gather-writes.ts';
import { type Service, serve } from './service.ts';

/**
 * The Express router of the service. One handler sees every request as it came, so that no path is matched loosely and
 * no answer is HTML. It stands in no Express app: all that an app would add are methods for requests and responses,
 * which nothing here calls, at the price of turning each message into one that has them.
 */
export function createServiceRouter(environments: Environments, options: ServiceOptions): RequestListener {
  const router = Router();
  const service: Service = { environments, options, gatherWrite: gatherWrites() };
  const answer = (request: ServiceRequest, response: ServerResponse): MaybePromise<void> =>
    serve(request, response, service);
  const answerError = answerFailureBeforeExchange(options);
  router.use(answer);
  router.use(answerError);
  // Express passes over every handler when it finds no path in a target, as in `GET file://?x`, and asks for the last
  // word.
  const giveUp = (request: Request, response: Response) => (): void =>
    void new Promise<void>((resolve) => resolve(answer(request, response))).catch((error: unknown) =>
      answerError(error, request, response, () => {}),
    );
  // For its types a router is fed by an app alone; it asks no more of a message than its method and its target.
  return (request, response) =>
    router(request as Request, response as Response, giveUp(request as Request, response as Response));
}

/** What fails within an exchange is answered there. Express knows an error handler by its four parameters. */
function answerFailureBeforeExchange({ reportFailure }: ServiceOptions): ErrorRequestHandler {
  return (error, request, response, _next) => {
    reportFailure(error, request);
    answerFailure(response);
  };
}
