import type { RequestListener, ServerResponse } from 'node:http';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import type { ServiceRequest } from './exchange.ts';
import { batchWrites } from './fast-path/batch-writes.ts';
import { handleRequest, type Service } from './handle-request.ts';
import { respondWithFailure } from './write-response.ts';

/**
 * Creates the Express router of the service. One handler receives every request unchanged, because the specification
 * shows one spelling of each path, and Express would match others and respond with HTML. The router needs no Express
 * app: an app would only add methods to each request and response that nothing here calls
 * (docs/maintainers/decisions.md).
 */
export function createServiceRouter(options: Omit<Service, 'batch'>): RequestListener {
  const service: Service = { ...options, batch: batchWrites() };
  const router = Router();
  const handle = (req: ServiceRequest, res: ServerResponse): Promise<void> =>
    handleRequest(req, res, service);
  // Express recognises an error handler by its four parameters. It sees only errors from before an exchange.
  const handleError: ErrorRequestHandler = (error, req, res, _next) => {
    service.reportFailure(error, req);
    respondWithFailure({ res });
  };
  router.use(handle);
  router.use(handleError);
  return (req, res) => {
    const [request, response] = [req as Request, res as Response];
    // Express skips every handler if a target has no path, as in `GET file://?x`, and calls this instead.
    const skipped = (): void =>
      void handle(request, response).catch((error: unknown) =>
        handleError(error, request, response, () => {}),
      );
    router(request, response, skipped);
  };
}
