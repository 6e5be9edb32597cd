import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import {
  type Forwarding,
  type ForwardingOptions,
  startForwarding,
} from '../../../src/traffic/proxy/forward/forwarding.ts';
import type { ProxiedExchange } from '../../../src/traffic/proxy/proxied-exchange.ts';
import { readUpstream } from '../../../src/traffic/proxy/upstream.ts';
import { serveHere } from '../../support/serve-here.ts';

/** An upstream and a proxy in front of it. */
export type Both = AsyncDisposable & {
  /** The value of Host for the upstream. */
  readonly authority: string;
  readonly proxy: Forwarding;
  /** The exchanges that were reported. */
  readonly seen: ProxiedExchange[];
  /** Resolves when there are so many of them. */
  reported(count: number): Promise<void>;
  /** The bytes that each connection of the upstream received. */
  readonly received: string[];
};

/** Starts a proxy in front of a server of bytes. */
export async function startProxy(
  serve: (socket: Socket) => void,
  options: Partial<ForwardingOptions> & {
    readonly server?: Server;
    readonly scheme?: string;
    readonly ca?: string;
  } = {},
): Promise<Both> {
  const { server = createServer({ allowHalfOpen: true }), scheme = 'http', ca, ...rest } = options;
  const received: string[] = [];
  const sockets: Socket[] = [];
  server.on(scheme === 'https' ? 'secureConnection' : 'connection', (socket: Socket) => {
    const at = received.push('') - 1;
    sockets.push(socket);
    socket.on('data', (bytes: Buffer) => {
      received[at] += bytes.toString('latin1');
    });
    socket.on('error', () => undefined);
    serve(socket);
  });
  const upstream = await serveHere(server);
  const authority = `127.0.0.1:${upstream.port}`;
  const seen: ProxiedExchange[] = [];
  const news = new EventTarget();
  const proxy = await startForwarding({
    upstream: readUpstream(`${scheme}://${authority}/v1`, ca),
    host: '127.0.0.1',
    port: 0,
    timeoutMs: 600_000,
    keepBytes: 1_000,
    onExchange: (exchange) => {
      seen.push(exchange);
      news.dispatchEvent(new Event('exchange'));
    },
    ...rest,
  });
  return {
    authority,
    proxy,
    seen,
    received,
    reported: async (count) => {
      while (seen.length < count) await once(news, 'exchange');
    },
    async [Symbol.asyncDispose]() {
      await proxy.stop(AbortSignal.abort());
      for (const socket of sockets) socket.destroy();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

/** Responds to the nth request of a connection with the nth of some responses. A request ends at its empty line. */
export function responding(...responses: readonly (string | Buffer)[]): (socket: Socket) => void {
  return (socket) => {
    let received = '';
    let next = 0;
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1');
      while (received.split('\r\n\r\n').length - 1 > next && next < responses.length) {
        const response = responses[next] ?? '';
        socket.write(response);
        if (response.includes('Connection: close')) socket.end();
        next += 1;
      }
    });
    socket.on('end', () => socket.end());
  };
}

/**
 * Gives a part of a test a short time limit, and longer ones while it is over too early, as on a busy machine.
 *
 * @param attempt returns whether what the limit ends had begun before
 */
export async function withLimit(attempt: (ms: number) => Promise<boolean>): Promise<void> {
  for (const ms of [20, 1_000, 30_000]) if (await attempt(ms)) return;
  throw new Error('nothing begins within 30 s');
}
