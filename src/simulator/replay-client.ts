import { connect, type Socket } from 'node:net';
import { type Clock, machineClock } from '../clock.ts';
import { largestBody } from '../http/request-body.ts';
import type { CapsuleRequest, Header } from './capsule/capsule.ts';
import type { OnRequest } from './service/reports.ts';

/** The request that is in progress. */
type Sent = { readonly socket: Socket; readonly end: (exchange?: number) => void; waits: number };

/**
 * Creates a client that sends the requests of a capsule to an environment of a simulator of this process, one at a time. `fill`
 * writes the keys into credentials.
 */
export function createReplayClient(environment: string, fill: (text: string) => string) {
  let sent: Sent | undefined;
  /** The clock of the simulator: nothing waits, except for a client that leaves. */
  const machine: Clock = {
    now: machineClock.now,
    sleep: (_, signal) => {
      if (sent === undefined || --sent.waits !== 0) return Promise.resolve();
      sent.socket.destroy();
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
    },
  };
  /** Called by the simulator when an exchange has ended. */
  const onRequest: OnRequest = (ended) => {
    if (ended.environment === environment) sent?.end(ended.exchange);
  };
  return {
    machine,
    onRequest,
    /** Returns the number of the exchange; undefined if the simulator did not get so far. */
    send: async (step: CapsuleRequest, { hostname, port }: URL): Promise<number | undefined> => {
      const socket = connect(Number(port), hostname);
      const exchange = await new Promise<number | undefined>((end) => {
        const leaves = step.leftAfter !== undefined;
        sent = { socket, end, waits: step.leftAfter ?? 0 };
        socket.on('error', () => undefined);
        if (!leaves) socket.once('close', () => end(undefined));
        socket.resume().write(bytesOf(step, fill));
      });
      sent = undefined;
      socket.destroy();
      return exchange;
    },
  };
}

function bytesOf({ request, response }: CapsuleRequest, fill: (text: string) => string): Buffer {
  const { method, target, headers } = request;
  const body = bodyOf(request);
  const isChunked = headers.some(([name]) => /^transfer-encoding$/i.test(name));
  const named = headers.map(([name, value]): Header => {
    if (/^content-length$/i.test(name)) return [name, `${body.length}`];
    return [name, /^authorization$/i.test(name) ? fill(value) : value];
  });
  const isFramed = isChunked || named.some(([name]) => /^content-length$/i.test(name));
  const framing: readonly Header[] =
    isFramed || body.length === 0 ? [] : [['Content-Length', `${body.length}`]];
  // The journal has no version: without one Host, only HTTP/1.0 gets another response than 400.
  const hosts = named.filter(([name]) => /^host$/i.test(name)).length;
  const version = hosts !== 1 && response.status !== 400 ? '1.0' : '1.1';
  const lines = [...named, ...framing].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${target} HTTP/${version}\r\n${lines}\r\n`, 'latin1');
  return Buffer.concat([head, ...(isChunked ? inChunks(body) : [body])]);
}

/** The body, with spaces for what the journal did not keep: only POST /messages reads it. */
function bodyOf({ body }: CapsuleRequest['request']): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (body.truncated) return Buffer.alloc(Math.min(body.length, largestBody + 1), ' ');
  return body.text === undefined ? Buffer.from(body.base64 ?? '', 'base64') : Buffer.from(body.text);
}

function inChunks(body: Buffer): readonly Buffer[] {
  const last = Buffer.from('0\r\n\r\n');
  if (body.length === 0) return [last];
  return [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n'), last];
}
