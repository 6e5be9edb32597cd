import type { IncomingMessage, RequestListener } from 'node:http';
import { monotonicSeconds } from '../../clock.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { createRedactor } from '../environment/journal/redactor.ts';

export type EndedControlRequest = {
  readonly method: string;
  /** The request target without keys and tokens. */
  readonly target: string;
  /** The HTTP status; 0 if no response was sent. */
  readonly status: number;
  /** Milliseconds from the request's head to the end of the response. */
  readonly ms: number;
};

/** A hook: called with each request of the control API that has ended. */
export type OnControlRequest = (request: EndedControlRequest) => void;

/** Returns an app that calls a hook when the response to a request has ended, and reports an error of the hook. */
export function reportRequests(
  app: RequestListener,
  onRequest: OnControlRequest,
  secrets: () => Secrets,
  reportFailure: (error: unknown, request: IncomingMessage) => void,
): RequestListener {
  return (request, response) => {
    const startedAt = monotonicSeconds();
    const { method = '', url: target = '', rawHeaders } = request;
    response.once('close', () => {
      const ms = Math.round((monotonicSeconds() - startedAt) * 1e6) / 1e3;
      const status = response.writableFinished ? response.statusCode : 0;
      try {
        onRequest({ method, target: createRedactor({ rawHeaders, target }, secrets()).target(), status, ms });
      } catch (error) {
        reportFailure(error, request);
      }
    });
    app(request, response);
  };
}
