import type { IncomingMessage, RequestListener } from 'node:http';
import { monotonicSeconds } from '../../clock.ts';
import { showTarget } from '../environment/journal/show-target.ts';

/** A request of the control API that has ended. */
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
  readonly onRequest: OnControlRequest;
  /** Called with an error of the hook. */
  reportFailure(error: unknown, request: IncomingMessage): void;
  /** Whether a text must not be in a target. */
  isSecret(text: string): boolean;
};

/** Returns an app that calls a hook when the response to a request has ended. */
export function reportRequests(
  app: RequestListener,
  { onRequest, isSecret, reportFailure }: ReportOptions,
): RequestListener {
  return (request, response) => {
    const startedAt = monotonicSeconds();
    const { method = '', url: target = '', rawHeaders } = request;
    response.once('close', () => {
      try {
        onRequest({
          method,
          target: showTarget({ rawHeaders, target }, isSecret),
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
