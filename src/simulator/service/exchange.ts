import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyReading, largestBody, ownBytes } from '../../http/body.ts';
import { namesOneHost, type RequestHead } from '../../http/request-head.ts';
import { operationOf } from '../../operation.ts';
import type { Environment, EnvironmentState } from '../environment/environment.ts';
import type { Choices } from '../environment/gaps/choices.ts';
import type { GapKey } from '../environment/gaps/gaps.ts';
import { bytesOfRequest, type JournalEntry, keptBodyBytes } from '../environment/journal/journal-entry.ts';
import type { OrderList } from '../orders/order-store.ts';
import { nowhere, type Route } from './route.ts';

/** A request that a server received: it has a method and a target. */
export type ServiceRequest = IncomingMessage & { method: string; url: string };

/** One request and everything that handling it needs. */
export type Exchange = {
  readonly req: ServiceRequest;
  readonly res: ServerResponse;
  readonly route: Route;
  readonly head: RequestHead;
  /** Empty if the request has no body; the beginning of it if no operation reads it. */
  readonly body: Buffer;
  /** Whether the body is larger than the operation reads. */
  readonly tooLarge: boolean;
  readonly environment: Environment;
  /** Read once, so that a reset during the request does not affect it. */
  readonly state: EnvironmentState;
  /** What the journal keeps; holds the choices of this request. */
  readonly entry: JournalEntry;
  /** The list that a fault shows instead of the orders. */
  staleList: OrderList | undefined;
};

/** Returns the option chosen for a gap, and records that the response relies on it. */
export function choice<Key extends GapKey>({ entry }: Exchange, key: Key): Choices[Key] {
  entry.reliedOn.push(key);
  return entry.choices[key];
}

const noBytes = Buffer.alloc(0);
export const noBody: BodyReading = { kind: 'whole', bytes: noBytes, length: 0 };

/** A request whose head and body were read. */
export type ReadRequest = {
  readonly req: ServiceRequest;
  readonly res: ServerResponse;
  readonly head: RequestHead;
  readonly reading: Exclude<BodyReading, { kind: 'aborted' }>;
  readonly target: Route;
};

/** Opens a journal entry for a request in its environment; in production if no environment has the name in its target. */
export function openExchange(
  { req, res, head, reading, target }: ReadRequest,
  environment: Environment,
  isFound: boolean,
): Exchange {
  const { state } = environment;
  const route = isFound ? target : nowhere;
  const tooLarge = reading.kind === 'too-large';
  if (tooLarge || !namesOneHost(head, req.httpVersion)) res.shouldKeepAlive = false;
  const body = tooLarge ? noBytes : reading.bytes;
  const entry = openEntry(req, route, body, state, ++state.counts.requests);
  entry.bodyLength = tooLarge ? largestBody + 1 : reading.length;
  state.journal.open(entry);
  return {
    req,
    res,
    route,
    head,
    body,
    tooLarge: tooLarge && target.path === 'messages',
    environment,
    state,
    entry,
    staleList: undefined,
  };
}

const noHeaders: readonly string[] = [];
const noFaults: JournalEntry['faults'] = [];

/** Keeps references, so that an entry costs no text, unless the request is large. */
function openEntry(
  { method, url, rawHeaders }: ServiceRequest,
  { path, parameter }: Route,
  whole: Buffer,
  state: EnvironmentState,
  number: number,
): JournalEntry {
  const body = whole.length === 0 ? whole : ownBytes(whole, keptBodyBytes);
  return {
    number,
    begun: 0,
    ended: 0,
    begunAt: state.clock.now(),
    method,
    target: url,
    rawHeaders,
    body,
    bodyLength: 0,
    path,
    operation: operationOf(path, method),
    orderIdText: path === 'order' ? parameter : '',
    choices: state.choices.forRequest(number),
    reliedOn: [],
    cancel: undefined,
    refusal: undefined,
    reason: undefined,
    faults: noFaults,
    gate: undefined,
    end: undefined,
    endedAt: undefined,
    status: undefined,
    responseHeaders: noHeaders,
    responseBody: undefined,
    responseLength: 0,
    bytes: bytesOfRequest({ target: url, rawHeaders, body }),
  };
}
