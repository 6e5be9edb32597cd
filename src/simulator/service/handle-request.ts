import type { ServerResponse } from 'node:http';
import { authorize } from '../../authorization.ts';
import { largestBody, readBody } from '../../http/body.ts';
import { namesOneHost, readRequestHead } from '../../http/request-head.ts';
import type { PathName } from '../../operation.ts';
import type { Environments } from '../environment/environments.ts';
import { type ExchangeEnd, keptBodyBytes } from '../environment/journal/journal-entry.ts';
import { EnvironmentMoved, StoreUnavailable } from '../environment/store-unavailable.ts';
import { checkRequest } from './check-request.ts';
import { type Exchange, noBody, openExchange, type ReadRequest, type ServiceRequest } from './exchange.ts';
import type { WriteBatch } from './fast-path/batch-writes.ts';
import { applyFaults, proceed } from './faults/apply-faults.ts';
import { writeWithFaults } from './faults/write-with-faults.ts';
import { cancelOrder } from './operations/cancel-order.ts';
import { getPet } from './operations/get-pet.ts';
import { listOrders } from './operations/list-orders.ts';
import { postMessage } from './operations/post-message.ts';
import type { OnExchangeEnd, ReportFailure } from './reports.ts';
import { matchRoute } from './route.ts';
import { extraHeaders, type ServiceResponse } from './service-response.ts';
import { recordResponse, respondWithFailure, writeResponse } from './write-response.ts';

export type Service = {
  readonly environments: Environments;
  /** Whether responses name the gaps that they relied on, in a `Sim-Gaps` header. */
  readonly gapsHeader: boolean;
  readonly onExchangeEnd: OnExchangeEnd;
  /** Called with an error that is a bug of the simulator. */
  readonly reportFailure: ReportFailure;
  readonly batch: WriteBatch;
};

/** How often a request is repeated whose environment moved to another process meanwhile. */
const mostRepeats = 2;

/** Handles one request of the service, from its head to the end of its response. Spec 4 and 5, and the quickstart of 4.4. */
export async function handleRequest(
  req: ServiceRequest,
  res: ServerResponse,
  service: Service,
): Promise<void> {
  const startedAt = performance.now();
  const { environments } = service;
  const head = readRequestHead(req.rawHeaders);
  const target = matchRoute(req.url);
  // Only the quickstart reads a body, and only with a valid key. The journal keeps the beginning of every body.
  const { keys } = environments.production.state;
  const isRead =
    target.path === 'messages' && authorize(head.authorizations, keys, false).kind === 'accepted';
  // Do not wait for the body of a request whose Host is missing or repeated: it may never arrive.
  const hasBody = head.hasBody && namesOneHost(head, req.httpVersion);
  const reading = hasBody ? await readBody(req, { keep: isRead ? largestBody : keptBodyBytes }) : noBody;
  if (reading.kind === 'aborted') return;

  const request = { req, res, head, reading, target };
  for (let moves = 0; ; moves++) {
    let exchange: Exchange | undefined;
    let end: ExchangeEnd = 'failed';
    try {
      const found = target.environment === undefined ? undefined : environments.find(target.environment);
      const environment = found instanceof Promise ? await found : found;
      exchange = openExchange(request, environment ?? environments.production, environment !== undefined);
      end = await respond(exchange, service);
    } catch (error) {
      if (moves < mostRepeats && movedUnchanged(error, exchange)) continue;
      respondToError(error, request, exchange, service);
    }
    if (exchange !== undefined) closeExchange(exchange, end, startedAt, service);
    return;
  }
}

/** Whether the environment moved to another process before anything of the request can have been saved. */
function movedUnchanged(error: unknown, exchange: Exchange | undefined): boolean {
  return error instanceof EnvironmentMoved && exchange?.entry.cancel !== 'cancelled';
}

function respondToError(
  error: unknown,
  { req, res }: ReadRequest,
  exchange: Exchange | undefined,
  service: Service,
): void {
  const isOutage = error instanceof StoreUnavailable;
  if (!isOutage) service.reportFailure(error, req, exchange);
  const extra = exchange === undefined ? [] : extraHeaders(exchange, false);
  respondWithFailure({ ...exchange, res }, isOutage ? 'store_unavailable' : 'internal_error', extra);
}

/** Runs the operation of a request, with the faults around it, then writes the response. */
async function respond(exchange: Exchange, service: Service): Promise<ExchangeEnd> {
  const { entry, environment, state, res } = exchange;
  const faulty = state.faults.any;

  const before = faulty ? await applyFaults(exchange, 'before-commit') : proceed;
  if (before.kind === 'ended') return before.end;

  const response = before.response ?? checkRequest(exchange) ?? (await runOperation(exchange));
  if (response === undefined) return 'client-gone';
  if (environment.confirm !== undefined) await environment.confirm();

  const committed = entry.cancel === 'cancelled';
  const after = faulty && committed ? await applyFaults(exchange, 'after-commit') : proceed;
  if (after.kind === 'ended') return after.end;

  const sent = after.response ?? response;
  const headers = extraHeaders(exchange, service.gapsHeader);
  recordResponse(entry, sent, headers);
  if (faulty) return writeWithFaults(exchange, sent, headers);
  const batch = service.batch();
  if (batch !== undefined) await batch;
  return writeResponse(res, sent, headers);
}

function closeExchange(exchange: Exchange, end: ExchangeEnd, startedAt: number, service: Service): void {
  const { entry, state, req } = exchange;
  entry.end = end;
  entry.endedAt = state.clock.now();
  state.journal.close(entry);
  try {
    service.onExchangeEnd(exchange, (performance.now() - startedAt) / 1000);
  } catch (error) {
    // The response is already on its way: a hook that throws must not replace it.
    service.reportFailure(error, req, exchange);
  }
}

/** Runs an operation. Returns undefined if the client left before it took effect. */
type Operation = (exchange: Exchange) => ServiceResponse | Promise<ServiceResponse | undefined>;

const operations: Readonly<Record<PathName, Operation>> = {
  orders: listOrders,
  order: cancelOrder,
  pet: getPet,
  messages: postMessage,
};

/** Runs the operation of a request that passed its checks. Spec 4. */
function runOperation(exchange: Exchange): ReturnType<Operation> {
  const { path } = exchange.route;
  if (path === undefined) throw new Error('a request without a path must be refused earlier');
  return operations[path](exchange);
}
