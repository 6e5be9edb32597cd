import type { IncomingMessage } from 'node:http';
import type { Secrets } from '../../secrets/secrets.ts';
import type { Coverage } from '../environment/coverage.ts';
import { createRedactor } from '../environment/journal/redactor.ts';
import type { RunRecorder } from '../environment/record/run-recorder.ts';
import type { Traffic } from '../environment/traffic.ts';
import type { Exchange } from './exchange.ts';

/** A request during which the simulator failed, so that a person finds it in the journal. */
export type FailedRequest = {
  /** Counts the failures of this simulator from 1. */
  readonly failure: number;
  readonly method: string;
  /** The request target without keys, as in the journal. */
  readonly target: string;
  /** The environment whose journal has the exchange; undefined if none was open, or in the control API. */
  readonly environment?: string;
  readonly exchange?: number;
};

export type EndedRequest = {
  readonly environment: string;
  readonly exchange?: number;
  readonly method: string;
  /** The request target without keys, as in the journal. */
  readonly target: string;
  /** The HTTP status; 0 if no response was sent. */
  readonly status: number;
  /** Milliseconds from the request's head to the end of the response. */
  readonly ms: number;
};

/** An error handler: called with an error that is a bug of the simulator, and its request. */
export type OnError = (error: unknown, request: FailedRequest) => void;

/** A hook: called with each request of the service that has ended. */
export type OnRequest = ((request: EndedRequest) => void) & {
  /** Called before a request is described. If it returns false, the request is left out. */
  readonly wants?: () => boolean;
};

/** Reports an error of the simulator, with the exchange if one is open. @internal */
export type ReportFailure = (error: unknown, req: IncomingMessage, exchange?: Exchange) => void;

/** Called with each exchange that has ended, and its duration in seconds. @internal */
export type OnExchangeEnd = (exchange: Exchange, seconds: number) => void;

/** Numbers failures, and hides secrets in their targets. @internal */
export function createFailureReporter(onError: OnError, secrets: () => Secrets): ReportFailure {
  let failures = 0;
  return (error, req, exchange) => {
    // The router of an Express app shortens `url` to what it has not matched yet.
    const { originalUrl = req.url ?? '' } = req as { readonly originalUrl?: string };
    const { method = '', rawHeaders } = req;
    onError(error, {
      failure: ++failures,
      ...(exchange === undefined ? {} : placeOf(exchange)),
      method,
      target: createRedactor({ rawHeaders, target: originalUrl }, secrets()).target(),
    });
  };
}

/** Counts each exchange that has ended, and passes it to the recorder of a run and to the user's hook, if there are any. @internal */
export function createExchangeEndHook(
  traffic: Traffic,
  coverage: Coverage,
  recorder: RunRecorder | undefined,
  onRequest: OnRequest | undefined,
): OnExchangeEnd {
  return (exchange, seconds) => {
    const { environment, entry, state } = exchange;
    traffic.count(entry, seconds);
    environment.coverage.count(entry);
    coverage.count(entry);
    recorder?.exchange({ environment: environment.name, state, entry, seconds });
    if (onRequest === undefined || onRequest.wants?.() === false) return;
    onRequest({
      ...placeOf(exchange),
      method: entry.method,
      target: targetOf(exchange),
      status: entry.status ?? 0,
      ms: Math.round(seconds * 1e6) / 1e3,
    });
  };
}

/** The target of a list has one spelling, without a key. To look for keys in it would take longer than to log it. */
function targetOf({ entry, environment, state }: Exchange): string {
  if (entry.target === `${environment.basePath}/store/orders`) return entry.target;
  return createRedactor(entry, state.secrets()).target();
}

function placeOf({ environment, entry }: Exchange) {
  return { environment: environment.name, exchange: entry.number };
}
