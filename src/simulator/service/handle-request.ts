import type { ServerResponse } from 'node:http';
import { monotonicSeconds } from '../../clock.ts';
import { type BodyReading, readBody } from '../../http/request-body.ts';
import { namesOneHost, readRequestHead } from '../../http/request-head.ts';
import { isPromise } from '../../maybe-promise.ts';
import type { BegunRequest } from '../environment/environment.ts';
import type { Environments } from '../environment/environments.ts';
import type { ExchangeEnd } from '../environment/journal/journal-entry.ts';
import { Outdated } from '../environment/outdated.ts';
import { StateReplaced, StoreFailure } from '../orders/store-failure.ts';
import { checkRequest } from './check-request.ts';
import { type Exchange, noBody, openExchange, type ServiceRequest } from './exchange.ts';
import type { WriteBatch } from './fast-path/batch-writes.ts';
import { applyFaults, proceed } from './faults/apply-faults.ts';
import { writeWithFaults } from './faults/write-with-faults.ts';
import { runOperation } from './operations/run-operation.ts';
import type { OnExchangeEnd, ReportFailure } from './reports.ts';
import { extraHeaders } from './service-response.ts';
import { recordResponse, respondWithError, writeResponse } from './write-response.ts';

/** What handling a request needs besides the request. */
export type Service = {
  readonly environments: Environments;
  /** Whether responses name the gaps that they relied on, in a `Sim-Gaps` header. */
  readonly gapsHeader: boolean;
  /** Called when an exchange has ended. */
  readonly onExchangeEnd: OnExchangeEnd;
  /** Called with an error that is a bug of the simulator. */
  readonly reportFailure: ReportFailure;
  readonly batch: WriteBatch;
};

/** A request that begins again: what was read of it, and the state in which it has begun, if it has. */
type BeginningAgain = {
  readonly body: Exclude<BodyReading, { kind: 'aborted' }>;
  readonly begun: BegunRequest | undefined;
};

/**
 * Handles one request of the service, from its head to the end of its response. Spec 4 and 5, and the quickstart of 4.4.
 *
 * Awaits only promises (a body, a fault, a shared store): awaiting a plain value would cost a turn of the microtask queue.
 */
export async function handleRequest(
  req: ServiceRequest,
  res: ServerResponse,
  service: Service,
  again?: BeginningAgain,
): Promise<void> {
  const startedAt = monotonicSeconds();
  const head = readRequestHead(req.rawHeaders);
  // Do not read the body of a request whose Host is missing or repeated: it may never arrive.
  const body =
    again?.body ?? (head.hasBody && namesOneHost(head, req.httpVersion) ? await readBody(req) : noBody);
  if (body.kind === 'aborted') return;

  let exchange: Exchange | undefined;
  let end: ExchangeEnd = 'failed';
  try {
    const opening = openExchange(req, res, head, body, service.environments, again?.begun);
    exchange = isPromise(opening) ? await opening : opening;
    end = await respond(exchange, service);
  } catch (error) {
    // Nothing has changed: the request begins again in the new state.
    if (error instanceof StateReplaced && canBeginAgain(exchange, res)) {
      const begun = error instanceof Outdated ? error.begun : undefined;
      return handleRequest(req, res, service, { body, begun });
    }
    end = fail(error, req, res, exchange, service);
  }
  if (exchange !== undefined) closeExchange(exchange, end, startedAt, service);
}

/** Whether a request, begun in a state that another process has replaced, has neither changed nor sent anything. */
function canBeginAgain(exchange: Exchange | undefined, res: ServerResponse): boolean {
  return exchange?.entry.cancel !== 'cancelled' && !res.headersSent && !res.destroyed;
}

/** Responds to a request that could not be handled: with 503 if a shared store failed, else with 500. */
function fail(
  error: unknown,
  req: ServiceRequest,
  res: ServerResponse,
  exchange: Exchange | undefined,
  service: Service,
): ExchangeEnd {
  if (error instanceof StoreFailure || error instanceof StateReplaced) {
    respondWithError('store_unavailable', { ...exchange, res });
    return 'answered';
  }
  service.reportFailure(error, req, exchange);
  respondWithError('internal_error', { ...exchange, res });
  return 'failed';
}

/** Runs the operation, with the faults around it, and writes its response. */
async function respond(exchange: Exchange, service: Service): Promise<ExchangeEnd> {
  const { entry, state } = exchange;
  const faulty = state.faults.any;

  const before = faulty ? await applyFaults(exchange, 'before-commit') : proceed;
  if (before.kind === 'ended') return before.end;

  const pending = before.response ?? checkRequest(exchange) ?? runOperation(exchange);
  const response = isPromise(pending) ? await pending : pending;
  if (response === undefined) return 'client-gone';

  const committed = entry.cancel === 'cancelled';
  const after = faulty && committed ? await applyFaults(exchange, 'after-commit') : proceed;
  if (after.kind === 'ended') return after.end;

  const sent = after.response ?? response;
  const headers = extraHeaders(exchange, service.gapsHeader);
  recordResponse(entry, sent, headers);
  const recorded = state.journal.record(entry);
  if (isPromise(recorded)) await recorded;

  // Requests that a shared store recorded together are written together already.
  const batch = faulty || isPromise(recorded) ? undefined : service.batch();
  if (batch !== undefined) await batch;
  return faulty ? writeWithFaults(exchange, sent, headers) : writeResponse(exchange.res, sent, headers);
}

function closeExchange(exchange: Exchange, end: ExchangeEnd, startedAt: number, service: Service): void {
  const { entry, state, req } = exchange;
  entry.end = end;
  entry.endedAt = state.clock.now();
  void state.journal.close(entry);
  try {
    service.onExchangeEnd(exchange, monotonicSeconds() - startedAt);
  } catch (error) {
    // The response is already on its way: a hook that throws must not replace it.
    service.reportFailure(error, req, exchange);
  }
}
