import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../src/http/http-server.ts';
import { readBody } from '../../src/http/request-body.ts';
import { certificateFor } from '../support/certificate-for.ts';
import { serveHere } from '../support/serve-here.ts';

const certificate = await certificateFor('localhost');

/** How a client sends what it pipelines and reads the responses. */
type Client = {
  /** Of each request, how many bytes its body has; `undefined` for a GET. */
  readonly bodies: readonly (number | undefined)[];
  /** The client writes pieces of these sizes, in turn. */
  readonly pieces: readonly number[];
  /** Reads nothing for some milliseconds after each 20,000 bytes of the responses. */
  readonly slow: boolean;
  /** A client that closes its half gets what the server has at once; later, Node.js takes it for gone. */
  readonly end: 'Connection: close' | 'half-close' | 'keep-alive';
  readonly tls: boolean;
};

const bodies = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 300 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 200_000 }) },
);
const client: fc.Arbitrary<Client> = fc
  .record({
    bodies: fc.oneof(
      fc.array(bodies, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 64 }).map((amount) => Array<undefined>(amount).fill(undefined)),
    ),
    pieces: fc.oneof(
      fc.constant([1_000_000]),
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 4 }),
    ),
    slow: fc.boolean(),
    end: fc.constantFrom('Connection: close', 'half-close', 'keep-alive'),
    tls: fc.boolean(),
  })
  .filter(({ tls, end }) => !tls || end !== 'half-close');

/** Numbers the requests in their targets. */
function textOf({ bodies, end }: Pick<Client, 'bodies' | 'end'>): string {
  const heads = bodies.map((size, at) => {
    const last = at === bodies.length - 1 && end === 'Connection: close' ? 'Connection: close\r\n' : '';
    const target = `/${at}${end === 'half-close' ? 'now' : ''}`;
    if (size === undefined || end === 'half-close') return `GET ${target} HTTP/1.1\r\nHost: a\r\n${last}\r\n`;
    // Some clients ask before they send a body, and do not wait for the answer.
    const expects = size % 3 === 0 ? 'Expect: 100-continue\r\n' : '';
    const head = `POST ${target} HTTP/1.1\r\nHost: a\r\n${expects}${last}Content-Length: ${size}\r\n\r\n`;
    return head + 'x'.repeat(size);
  });
  return heads.join('');
}

/** Responds with the number of a request: at once, later, or after its body. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', method } = request;
  const number = Number.parseInt(url.slice(1), 10);
  if (method === 'POST') await readBody(request);
  if (number % 7 === 0 && !url.endsWith('now'))
    await new Promise((resolve) => setTimeout(resolve, number % 3));
  response.end(`<${number}>${'.'.repeat(number % 100)}`);
}

/** Sends all requests at once, and returns the numbers of the responses in their order once the last has arrived. */
async function send(port: number, plan: Client): Promise<readonly number[]> {
  const tcp = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const socket = plan.tls ? connectTls({ socket: tcp, rejectUnauthorized: false }) : tcp;
  await once(socket, plan.tls ? 'secureConnect' : 'connect');
  let received = '';
  const numbers = () => [...received.matchAll(/<(\d+)>/g)].map(([, number]) => Number(number));
  const done = new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', resolve).on('end', resolve);
    socket.setEncoding('latin1').on('data', (text: string) => {
      const before = Math.floor(received.length / 20_000);
      received += text;
      if (plan.end === 'keep-alive' && received.slice(-200).includes(`<${plan.bodies.length - 1}>`))
        resolve();
      if (!plan.slow || before === Math.floor(received.length / 20_000)) return;
      socket.pause();
      setTimeout(() => socket.resume(), 3);
    });
  });
  const text = textOf(plan);
  for (let [at, piece] = [0, 0]; at < text.length; piece += 1) {
    const size = plan.pieces[piece % plan.pieces.length] ?? 1;
    socket.write(text.slice(at, at + size));
    at += size;
    if (piece < 20) await new Promise(setImmediate);
  }
  if (plan.end === 'half-close') socket.end();
  await done;
  socket.destroy();
  return numbers();
}

/** Opens connections that pipeline 2,500 requests each and read nothing: fewer than make the server close connections. */
function attack(port: number): readonly Socket[] {
  const text = `GET /0 HTTP/1.1\r\nHost: a\r\nX-Padding: ${'x'.repeat(60)}\r\n\r\n`.repeat(2_500);
  return Array.from({ length: 4 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.pause().write(text);
    return socket;
  });
}

test('beside an attacker, clients of any kind get every response to what they pipeline, in its order', async () => {
  const open = async (tls: boolean) => {
    const server = createHttpServer(respond, tls ? certificate : undefined);
    const served = await serveHere(server);
    onTestFinished(() => served[Symbol.asyncDispose]());
    return served.port;
  };
  const plain = await open(false);
  const secure = await open(true);
  await fc.assert(
    fc.asyncProperty(fc.array(client, { minLength: 1, maxLength: 5 }), async (clients) => {
      const attackers = attack(plain);
      const received = await Promise.all(clients.map((plan) => send(plan.tls ? secure : plain, plan)));
      for (const socket of attackers) socket.destroy();
      expect(received).toEqual(clients.map(({ bodies: sent }) => sent.map((_, at) => at)));
    }),
    { numRuns: 2 },
  );
});
