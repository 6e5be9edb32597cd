import type { RequestListener, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Environments } from '../simulation/environments.ts';
import { errorBody } from './error-catalogue.ts';
import type { ServiceRequest } from './exchange.ts';
import { type ServiceOptions, serve } from './service.ts';

/** Told of what should never happen, so that it can be logged. */
export type ReportFault = (error: unknown) => void;

/**
 * What answers every request of the service: the Express app, but for the orders, which go to its one handler directly.
 * The way through Express costs more than the handler and changes no byte of an answer; see docs/performance.md.
 */
export function createServiceListener(
  environments: Environments,
  options: ServiceOptions,
  reportFault: ReportFault,
): RequestListener {
  const app = createServiceApp(environments, options, reportFault);
  return (request, response) => {
    if (request.url?.includes('/v1/store/orders') !== true) return app(request, response);
    serve(request as ServiceRequest, response, environments, options).catch((error: unknown) =>
      answerInternalError(error, response, reportFault),
    );
  };
}

/**
 * The Express app of the service. Everything that Express would decide by itself is off: one handler sees every request
 * as it came, so that no path is matched loosely and no answer is HTML.
 */
export function createServiceApp(
  environments: Environments,
  options: ServiceOptions,
  reportFault: ReportFault,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use((request, response) => serve(request, response, environments, options));
  // Express knows an error handler by its four parameters.
  const handleError: ErrorRequestHandler = (error, _request, response, _next) =>
    answerInternalError(error, response, reportFault);
  app.use(handleError);
  return app;
}

function answerInternalError(error: unknown, response: ServerResponse, reportFault: ReportFault): void {
  reportFault(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = errorBody('internal_error');
  response.writeHead(500, [
    'Content-Type',
    'application/json',
    'Content-Length',
    `${Buffer.byteLength(body)}`,
  ]);
  response.end(body);
}
