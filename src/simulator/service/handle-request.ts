import type { ServerResponse } from 'node:http';
import { authorize } from '../../authorization.ts';
import { monotonicSeconds } from '../../clock.ts';
import { largestBody, readBody } from '../../http/request-body.ts';
import { namesOneHost, type RequestHead, readRequestHead } from '../../http/request-head.ts';
import type { PathName } from '../../operation.ts';
import type { Environment } from '../environment/environment.ts';
import type { Environments } from '../environment/environments.ts';
import { type ExchangeEnd, keptBodyBytes } from '../environment/journal/journal-entry.ts';
import { StoreUnavailable } from '../environment/store-unavailable.ts';
import { checkRequest } from './check-request.ts';
import {
  type Exchange,
  inStep,
  noBody,
  openExchange,
  type ReadRequest,
  type ServiceRequest,
} from './exchange.ts';
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

/**
 * Handles one request of the service, from its head to the end of its response. Spec 4 and 5, and the quickstart of 4.4.
 *
 * Awaits only promises (a body, a fault, a hold): awaiting a plain value would cost a turn of the microtask queue.
 */
export async function handleRequest(
  req: ServiceRequest,
  res: ServerResponse,
  service: Service,
): Promise<void> {
  const startedAt = monotonicSeconds();
  const head = readRequestHead(req.rawHeaders);
  // Do not read the body of a request whose Host is missing or repeated: it may never arrive.
  const readsBody = head.hasBody && namesOneHost(head, req.httpVersion);
  const body = readsBody ? await readBody(req, { keep: bytesToKeep(req, head, service) }) : noBody;
  if (body.kind === 'aborted') return;

  let exchange: Exchange | undefined;
  let end: ExchangeEnd = 'failed';
  try {
    const request = { req, res, head, reading: body, target: matchRoute(req.url) };
    const { environment = noName } = request.target;
    const begun = service.environments.step(environment, (found, isFound) =>
      begin(request, found, isFound, service),
    );
    const { exchange: opened, pending } = begun instanceof Promise ? await begun : begun;
    exchange = opened;
    end = await respond(opened, pending, service);
  } catch (error) {
    const isOutage = error instanceof StoreUnavailable;
    if (!isOutage) service.reportFailure(error, req, exchange);
    const extra = exchange === undefined ? [] : extraHeaders(exchange, false);
    respondWithFailure({ ...exchange, res }, isOutage ? 'store_unavailable' : 'internal_error', extra);
  }
  if (exchange !== undefined) closeExchange(exchange, end, startedAt, service);
}

/** Only the quickstart reads a body, and only with a valid key. The journal keeps the beginning of every body. */
function bytesToKeep(
  { url }: ServiceRequest,
  { authorizations }: RequestHead,
  { environments: { production } }: Service,
): number {
  const isMessage = matchRoute(url).path === 'messages';
  const hasKey = isMessage && authorize(authorizations, production.state.keys, false).kind === 'accepted';
  return hasKey ? largestBody : keptBodyBytes;
}

/** No environment has it. */
const noName = '';

/** A response, or what to await for it after the step: undefined if the client left before the operation took effect. */
type Pending = ReturnType<Operation>;

/** What the first step of a request did. `pending` is undefined if faults come before the operation. */
type Begun = {
  readonly exchange: Exchange;
  readonly pending: Pending | undefined;
};

/** Opens an exchange and, unless there are faults, runs its operation in the same step. */
function begin(request: ReadRequest, environment: Environment, isFound: boolean, service: Service): Begun {
  const exchange = openExchange(request, environment, isFound);
  if (exchange.state.faults.any) return { exchange, pending: undefined };
  try {
    const pending = operate(exchange);
    if (environment.isShared && 'status' in pending) expectEnd(exchange, pending, service);
    return { exchange, pending };
  } catch (error) {
    // Reported with the exchange.
    return { exchange, pending: () => Promise.reject(error) };
  }
}

/** Records the response before it is written, so that every process shows it once its client has it. */
function expectEnd(exchange: Exchange, response: ServiceResponse, { gapsHeader }: Service): void {
  const { entry, state } = exchange;
  recordResponse(entry, response, extraHeaders(exchange, gapsHeader));
  entry.end = 'answered';
  entry.endedAt = state.clock.now();
}

/** Runs the operation of a request that passes the checks. */
function operate(exchange: Exchange): Pending {
  return checkRequest(exchange) ?? runOperation(exchange);
}

/** Ends what the first step began: with the faults around the operation, then writes the response. */
async function respond(
  exchange: Exchange,
  begun: Pending | undefined,
  service: Service,
): Promise<ExchangeEnd> {
  const { entry, environment, state } = exchange;
  const faulty = begun === undefined;

  const before = faulty ? await applyFaults(exchange, 'before-commit') : proceed;
  if (before.kind === 'ended') return before.end;

  const pending =
    begun ?? before.response ?? (await inStep(exchange, () => ({ operated: operate(exchange) }))).operated;
  const response =
    typeof pending === 'function' ? await pending() : pending instanceof Promise ? await pending : pending;
  if (response === undefined) return 'client-gone';

  const committed = entry.cancel === 'cancelled';
  const after = faulty && committed ? await applyFaults(exchange, 'after-commit') : proceed;
  if (after.kind === 'ended') return after.end;

  const sent = after.response ?? response;
  const headers = extraHeaders(exchange, service.gapsHeader);
  recordResponse(entry, sent, headers);
  const share = async (): Promise<void> => {
    if (!environment.isShared || entry.end !== undefined) return;
    await environment.step(() => {
      expectEnd(exchange, sent, service);
      state.journal.record?.(['ended', entry]);
    });
  };
  if (faulty) return writeWithFaults(exchange, sent, headers, share);
  if (environment.isShared) await share();
  const batch = service.batch();
  if (batch !== undefined) await batch;
  return writeResponse(exchange.res, sent, headers);
}

function closeExchange(exchange: Exchange, end: ExchangeEnd, startedAt: number, service: Service): void {
  const { entry, environment, state, req } = exchange;
  const isExpected = entry.end === end;
  entry.end = end;
  entry.endedAt = state.clock.now();
  state.journal.close(entry);
  if (environment.isShared && !isExpected) void shareEnd(exchange, service);
  try {
    service.onExchangeEnd(exchange, monotonicSeconds() - startedAt);
  } catch (error) {
    // The response is already on its way: a hook that throws must not replace it.
    service.reportFailure(error, req, exchange);
  }
}

/** Shares how an exchange ended, if not as expected. */
async function shareEnd(exchange: Exchange, service: Service): Promise<void> {
  const { environment, state, entry, req } = exchange;
  try {
    await environment.step(() => state.journal.record?.(['ended', entry]));
  } catch (error) {
    // Only this process shows the end of the exchange.
    if (!(error instanceof StoreUnavailable)) service.reportFailure(error, req, exchange);
  }
}

/** Runs an operation. Returns a function for what must wait; it resolves to undefined if the client left before. */
type Operation = (
  exchange: Exchange,
) => ServiceResponse | Promise<ServiceResponse> | (() => Promise<ServiceResponse | undefined>);

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
