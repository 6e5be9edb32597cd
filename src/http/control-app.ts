import express, { type Express } from 'express';
import { errorBody } from './error-catalogue.ts';

/** What the control API needs to know of the simulator. */
export type ControlContext = {
  /** False before every socket listens and from the moment a stop begins. */
  readonly ready: () => boolean;
};

/** The Express app of the control API: our own, on its own port, never mixed with the service's. */
export function createControlApp(context: ControlContext): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.get('/livez', (_request, response) => {
    response.json({ status: 'alive' });
  });
  app.get('/readyz', (_request, response) => {
    response.status(context.ready() ? 200 : 503).json({ status: context.ready() ? 'ready' : 'not ready' });
  });
  app.use((_request, response) => {
    response.status(404).type('application/json').send(errorBody('not_found'));
  });
  return app;
}
