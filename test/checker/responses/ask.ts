import { once } from 'node:events';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { openContract } from '../../../src/checker/judge/contract.ts';
import type { Judgement } from '../../../src/checker/judge/judgement.ts';
import type {
  Exchange,
  OperationId,
  PlannedRequest,
  RequestKey,
} from '../../../src/checker/wire/exchange.ts';
import { createSender } from '../../../src/checker/wire/sender.ts';
import { readAnswer } from '../mutants/read-response.ts';

export const contractPath = fileURLToPath(new URL('../fixtures/contract.yaml', import.meta.url));
const contract = await openContract();

/** What a raw server does after its bytes are written. */
export type Ending = 'close' | 'reset' | 'hold';

export type RawServer = AsyncDisposable & {
  readonly baseUrl: string;
  /** The heads of the requests that came, as text. */
  readonly requests: readonly string[];
};

/** A server that answers every request with the same bytes. */
export async function serveRaw(
  answer: string | Buffer | readonly Buffer[],
  ending: Ending = 'close',
): Promise<RawServer> {
  const pieces = Array.isArray(answer) ? answer : [typeof answer === 'string' ? Buffer.from(answer) : answer];
  const sockets = new Set<net.Socket>();
  const requests: string[] = [];
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    let head = '';
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1');
      if (!head.endsWith('\r\n\r\n')) return;
      requests.push(head);
      for (const piece of pieces) socket.write(piece);
      if (ending === 'close') socket.end();
      else if (ending === 'reset') socket.write('', () => socket.resetAndDestroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
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

/** Sends one request to a server that answers with `answer`. */
export async function exchangeWith(
  answer: string | Buffer | readonly Buffer[],
  asked: Asked = {},
): Promise<Exchange> {
  await using server = await serveRaw(answer, asked.ending);
  const send = createSender({
    baseUrl: server.baseUrl,
    apiKey: 'valid-key-4711',
    timeoutMs: asked.timeoutMs ?? 5000,
    maxBodyBytes: asked.maxBodyBytes ?? 10_000_000,
    now: () => 0,
  });
  return await send(requestOf(asked));
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

/** What comes of the same request without a socket. */
export async function exchangeWithin(bytes: string | Buffer, asked: Asked = {}): Promise<Exchange> {
  return {
    number: 1,
    request: requestOf(asked),
    startedAt: 0,
    outcome: await readAnswer(Buffer.from(bytes)),
  };
}

/** Sends one request to such a server and judges what came. */
export async function judgementOf(
  answer: string | Buffer | readonly Buffer[],
  asked: Asked = {},
): Promise<Judgement> {
  return contract.judge(await exchangeWith(answer, asked));
}

/** The same judgement, got without a socket. */
export async function judgementWithin(bytes: string | Buffer, asked: Asked = {}): Promise<Judgement> {
  return contract.judge(await exchangeWithin(bytes, asked));
}

/** The rules that an answer breaks, each once, in order. */
export async function rulesBrokenBy(
  answer: string | Buffer | readonly Buffer[],
  asked: Asked = {},
): Promise<string[]> {
  return [...(await judgementOf(answer, asked)).counts.keys()].sort();
}

export const json = 'Content-Type: application/json';

/** A whole answer: `head` has the status and header lines, Content-Length is added. */
export function answer(status: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), bytes]);
}

/** A list answer with this body. */
export function list(body: string | Buffer, ...headers: readonly string[]): Buffer {
  return answer('200 OK', headers.length === 0 ? [json] : headers, body);
}

/** An answer of this status with this Error body, and WWW-Authenticate on a 401. */
export function error(status: number, body: string | Buffer, ...headers: readonly string[]): Buffer {
  const challenge = status === 401 ? ['WWW-Authenticate: Bearer'] : [];
  return answer(`${status} Refused`, [...challenge, ...(headers.length === 0 ? [json] : headers)], body);
}
