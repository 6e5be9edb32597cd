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

/** What `reportRequests` needs besides the app. */
export type ReportOptions = {
  readonly onRequest: OnControlRequest | undefined;
  /** Called with an error of the hook. */
  reportFailure(error: unknown, request: IncomingMessage): void;
  secrets(): Secrets;
};

/** Returns an app that calls a hook, if there is one, when the response to a request has ended. */
export function reportRequests(
  app: RequestListener,
  { onRequest, secrets, reportFailure }: ReportOptions,
): RequestListener {
  if (onRequest === undefined) return app;
  return (request, response) => {
    const startedAt = monotonicSeconds();
    const { method = '', url: target = '', rawHeaders } = request;
    response.once('close', () => {
      try {
        onRequest({
          method,
          target: createRedactor({ rawHeaders, target }, secrets()).target(),
          status: response.writableFinished ? response.statusCode : 0,
          ms: Math.round((monotonicSeconds() - startedAt) * 1e6) / 1e3,
        });
      } catch (error) {
        reportFailure(error, request);
      }
    });
    app(request, response);
  };
}
