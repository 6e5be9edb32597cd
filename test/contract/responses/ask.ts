import net from 'node:net';
import { createSender } from '../../../src/check/connection/sender.ts';
import type { RequestKey } from '../../../src/contract/api-key.ts';
import type { Exchange, OperationId, PlannedRequest } from '../../../src/contract/exchange.ts';
import type { Judgement } from '../../../src/contract/judge/judge.ts';
import { openContract } from '../../../src/contract/open-contract.ts';
import { readResponse } from '../../check/mutants/read-response.ts';
import { placeOf } from '../../check/mutants/report-summary.ts';
import { expire } from '../../support/expire.ts';
import { serveHere } from '../../support/serve-here.ts';

const contract = await openContract();

/** What a raw server does after its bytes are written. */
export type Ending = 'close' | 'reset' | 'hold';

export type RawServer = AsyncDisposable & {
  readonly baseUrl: string;
  /** The heads of the received requests, as text. */
  readonly requests: readonly string[];
  /** Resolves when the first bytes of a client have arrived. */
  readonly begun: Promise<void>;
};

/** A server that responds to every request with the same bytes. */
export async function serveRaw(response: Sent, ending: Ending = 'close'): Promise<RawServer> {
  const pieces = Array.isArray(response)
    ? response
    : [typeof response === 'string' ? Buffer.from(response) : response];
  const sockets = new Set<net.Socket>();
  const requests: string[] = [];
  const begun = Promise.withResolvers<void>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    let head = '';
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1');
      begun.resolve();
      if (!head.endsWith('\r\n\r\n')) return;
      requests.push(head);
      for (const piece of pieces) socket.write(piece);
      if (ending === 'close') socket.end();
      else if (ending === 'reset') socket.write('', () => socket.resetAndDestroy());
    });
  });
  const { origin, [Symbol.asyncDispose]: close } = await serveHere(server);
  return {
    baseUrl: `${origin}/v1`,
    requests,
    begun: begun.promise,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
}

export type Asked = Partial<{
  operationId: OperationId;
  key: RequestKey;
  ending: Ending;
  timeoutMs: number;
  maxBodyBytes: number;
}>;

/** What a server sends: a text, or pieces of one. */
export type Sent = string | Buffer | readonly Buffer[];

/** A response, and the rules that it breaks, each with the place of its first finding: `R05 header Content-Type, R08 /0/id`. */
export type ResponseCase = readonly [name: string, response: Sent, breaks?: string, asked?: Asked];

/** Sends one request to a server that responds with `response`. */
export async function exchangeWith(response: Sent, asked: Asked = {}): Promise<Exchange> {
  await using server = await serveRaw(response, asked.ending);
  const send = createSender({
    target: server,
    apiKey: 'valid-key-4711',
    timeoutMs: asked.timeoutMs ?? 60_000,
    maxBodyBytes: asked.maxBodyBytes ?? 10_000_000,
    now: () => 0,
  });
  if (asked.timeoutMs === undefined) return await send(requestOf(asked));
  return await expire(
    asked.timeoutMs,
    () => server.begun,
    () => send(requestOf(asked)),
  );
}

function requestOf({ operationId = 'listOrders', key = { kind: 'valid' } }: Asked): PlannedRequest {
  const isList = operationId === 'listOrders';
  return {
    operationId,
    method: isList ? 'GET' : 'DELETE',
    path: isList ? '/store/orders' : '/store/orders/12',
    query: '',
    key,
  };
}

function bytesOf(sent: Sent): Buffer {
  if (Array.isArray(sent)) return Buffer.concat(sent);
  return typeof sent === 'string' ? Buffer.from(sent) : (sent as Buffer);
}

/** Returns the same exchange without a socket. */
export async function exchangeWithin(sent: Sent, asked: Asked = {}): Promise<Exchange> {
  return {
    number: 1,
    request: requestOf(asked),
    startedAt: 0,
    outcome: await readResponse(bytesOf(sent)),
  };
}

/** Sends one request to such a server and judges the response. */
export async function judgementOf(response: Sent, asked: Asked = {}): Promise<Judgement> {
  return contract.judge(await exchangeWith(response, asked));
}

/** Returns the same judgement without a socket. */
export async function judgementWithin(sent: Sent, asked: Asked = {}): Promise<Judgement> {
  return contract.judge(await exchangeWithin(sent, asked));
}

/** The rules that a response breaks, in order, each with the place of its first finding: `R22 /code ×3`. */
export async function placesBrokenBy(response: Sent, asked: Asked = {}): Promise<string> {
  const { findings } = await judgementOf(response, asked);
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  const places = [...byRule]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([rule, all]) => {
      const place = placeOf(all[0] ?? { rule });
      return all.length === 1 ? place : `${place} ×${all.length}`;
    });
  return places.join(', ');
}

export const json = 'Content-Type: application/json';

/** A complete response; Content-Length is added. */
export function response(status: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), bytes]);
}

/** A list response with this body. */
export function list(body: string | Buffer, ...headers: readonly string[]): Buffer {
  return response('200 OK', headers.length === 0 ? [json] : headers, body);
}

/** A response with this status and Error body, and WWW-Authenticate on a 401. */
export function error(status: number, body: string | Buffer, ...headers: readonly string[]): Buffer {
  const challenge = status === 401 ? ['WWW-Authenticate: Bearer'] : [];
  return response(`${status} Refused`, [...challenge, ...(headers.length === 0 ? [json] : headers)], body);
}
