import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type NextFunction, type Request, type Response } from 'express';
import type { Eventual } from '../orders/eventual.ts';
import type { Environments } from '../simulation/environments.ts';
import { answerFailure } from './answer-failure.ts';
import { type ServiceOptions, serve } from './service.ts';
import { type MessageClasses, messagesOf } from './service-messages.ts';

/** An app, and what its server makes requests and responses of. */
export type ServiceApp = { readonly listener: RequestListener; readonly messages: MessageClasses };
/**
 * The Express app of the service. Everything that Express would decide by itself is off: one handler sees every request
 * as it came, so that no path is matched loosely and no answer is HTML.
 */
export function createServiceApp(environments: Environments, options: ServiceOptions): ServiceApp {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  const answer = (request: Request, response: Response): Eventual<void> =>
    serve(request, response, environments, options);
  const answerError = answerFailureBeforeExchange(options);
  app.use(answer);
  app.use(answerError);
  // Express passes over every handler when it finds no path in a target, as in `GET file://?x`, and asks for the last
  // word; left to itself it would answer with a page.
  const giveUp =
    (request: Request, response: Response): NextFunction =>
    () =>
      void new Promise<void>((resolve) => resolve(answer(request, response))).catch((error: unknown) =>
        answerError(error, request, response, () => {}),
      );
  return {
    messages: messagesOf(app),
    listener: (request, response) =>
      app(request as Request, response as Response, giveUp(request as Request, response as Response)),
  };
}

/** What fails within an exchange is answered there. Express knows an error handler by its four parameters. */
function answerFailureBeforeExchange({ tellFailure }: ServiceOptions): ErrorRequestHandler {
  return (error, request, response, _next) => {
    tellFailure(error, request);
    answerFailure(response);
  };
}
