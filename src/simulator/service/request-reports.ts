import type { IncomingMessage } from 'node:http';
import type { Environments } from '../environment/environments.ts';
import { showTarget } from '../environment/journal/show-target.ts';
import type { Traffic } from '../environment/traffic.ts';
import type { Exchange } from './exchange.ts';
import type { ReportFault, ReportRequest } from './reported-request.ts';

/** Takes a failure with the request in which it came, and with the exchange where one was begun. */
export type ReportFailure = (error: unknown, request: IncomingMessage, exchange?: Exchange) => void;

/** Takes an exchange at its end, with the seconds that it took. */
export type OnExchangeEnd = (exchange: Exchange, seconds: number) => void;

/** Gives failures their numbers and takes the keys of all environments, and `ownsKey`'s, out of what is reported. */
export function createFailureReporter(
  environments: Environments,
  reportFault: ReportFault,
  ownsKey: (text: string) => boolean,
): ReportFailure {
  let failures = 0;
  const isKey = (text: string): boolean =>
    ownsKey(text) || environments.all().some(({ state }) => state.keys.idOf(text) !== undefined);
  return (error, request, exchange) => {
    // The router of an Express app cuts off what it has matched.
    const { originalUrl = request.url ?? '' } = request as { readonly originalUrl?: string };
    const { method = '', rawHeaders } = request;
    reportFault(error, {
      failure: ++failures,
      ...(exchange === undefined ? {} : placeOf(exchange)),
      method,
      target: showTarget({ rawHeaders, target: originalUrl }, isKey),
    });
  };
}

/** Counts each exchange, and reports it where somebody wants that: decided here, once, and not for each request. */
export function createExchangeEndHook(
  traffic: Traffic,
  reportRequest: ReportRequest | undefined,
): OnExchangeEnd {
  const count: OnExchangeEnd = ({ entry }, seconds) =>
    traffic.count({
      operation: entry.operation ?? 'none',
      status: entry.status ?? 0,
      seconds,
      faultsFired: entry.faults.length,
    });
  if (reportRequest === undefined) return count;
  return (exchange, seconds) => {
    count(exchange, seconds);
    const { entry, state } = exchange;
    reportRequest({
      ...placeOf(exchange),
      method: entry.method,
      target: showTarget(entry, (text) => state.keys.idOf(text) !== undefined),
      status: entry.status ?? 0,
      ms: Math.round(seconds * 1e6) / 1e3,
    });
  };
}

function placeOf({ environment, number }: Exchange): {
  readonly environment: string;
  readonly exchange: number;
} {
  return { environment: environment.name, exchange: number };
}
