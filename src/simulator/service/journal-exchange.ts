import type { ServerResponse } from 'node:http';
import type { Choices } from '../environment/gaps/choices.ts';
import type { GapKey } from '../environment/gaps/gaps.ts';
import { type JournalEntry, keptBodyBytes } from '../environment/journal/journal-entry.ts';
import { operationOf } from '../environment/operation.ts';
import type { ServiceRequest } from './exchange.ts';
import type { Route } from './route.ts';
import type { ResponseBody, ServiceResponse } from './service-response.ts';

/** What the journal is told of a request that has come. */
export type RequestToKeep = {
  readonly number: number;
  readonly begunAt: number;
  readonly request: ServiceRequest;
  readonly route: Route;
  readonly body: Buffer;
  readonly bodyLength: number;
  readonly answers: Choices;
  readonly reliedOn: readonly GapKey[];
};

const noHeaders: readonly string[] = [];
const noFaults: JournalEntry['faults'] = [];

/** What the journal keeps of a request: references, so that it costs next to nothing. */
export function entryOf(kept: RequestToKeep): JournalEntry {
  const { request, route, body } = kept;
  return {
    number: kept.number,
    begunAt: kept.begunAt,
    method: request.method,
    target: request.url,
    rawHeaders: request.rawHeaders,
    body: body.length <= keptBodyBytes ? body : Buffer.from(body.subarray(0, keptBodyBytes)),
    bodyLength: kept.bodyLength,
    path: route.path,
    operation: operationOf(route.path, request.method),
    orderIdText: route.path === 'order' ? route.parameter : '',
    choices: kept.answers,
    reliedOn: kept.reliedOn,
    cancel: undefined,
    refusal: undefined,
    faults: noFaults,
    gate: undefined,
    end: undefined,
    endedAt: undefined,
    status: undefined,
    responseHeaders: noHeaders,
    responseBody: undefined,
    responseLength: 0,
  };
}

/** Keeps what is sent as the answer. */
export function recordResponse(
  entry: JournalEntry,
  reply: ServiceResponse,
  extraHeaders: readonly string[],
): void {
  entry.status = reply.status;
  entry.responseHeaders = extraHeaders.length === 0 ? reply.headers : [...reply.headers, ...extraHeaders];
  if (reply.body !== undefined) keepBody(entry, reply.body);
}

function keepBody(entry: JournalEntry, body: ResponseBody): void {
  entry.responseBody = body.kind === 'chunks' ? body.head : body.text.slice(0, keptBodyBytes);
  entry.responseLength = body.length;
}

/** How an exchange ended whose answer was written out: whole, unless its client was gone before. */
export function endOfWriting(response: ServerResponse): 'answered' | 'client-gone' {
  return response.destroyed && !response.writableFinished ? 'client-gone' : 'answered';
}
