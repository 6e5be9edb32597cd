import { createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { hostInUrl, isWildcard, listen } from '../../../http/listen.ts';
import type { TlsCertificate } from '../../../http/tls.ts';
import type { OnProxied } from '../proxied-exchange.ts';
import type { Disturb } from './disturbance.ts';
import type { RelayContext } from './link.ts';
import { Relay } from './relay.ts';
import { securityOf, type Upstream } from './upstream.ts';
import { UpstreamConnection } from './upstream-connection.ts';

export type ForwardingOptions = {
  /** From `readUpstream`. */
  readonly upstream: Upstream;
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** Clients connect with https if there is one. */
  readonly tls?: TlsCertificate | undefined;
  /** How long to wait for the upstream: for a connection, the first byte, and each later one. In milliseconds. */
  readonly timeoutMs: number;
  /** The maximum content that is kept of each message for `onExchange`, in bytes: longer bodies are not judged. */
  readonly keepBytes: number;
  /** How long a client that has to send or to read something may do neither. Default: 120,000 milliseconds. */
  readonly clientIdleMs?: number;
  /** Called for each exchange when it has ended, in that order. */
  readonly onExchange: OnProxied;
  /** What happens to exchanges on purpose: see `createInjector`. */
  readonly disturb?: Disturb | undefined;
  /** The maximum number of clients at the same time; a further connection is closed. Default: 10,000. */
  readonly maxConnections?: number;
  /** Returns milliseconds since 1970. */
  readonly now?: () => number;
};

export type Forwarding = Awaited<ReturnType<typeof startForwarding>>;

const defaultMaxConnections = 10_000;
const defaultClientIdleMs = 120_000;

export async function startForwarding(options: ForwardingOptions) {
  const { host, port: wanted } = options;
  const relays = new Set<Relay>();
  const allClosed = Promise.withResolvers<void>();
  const context = createContext(options);
  const server = createTcpServer(options.tls, (client) => {
    const relay = new Relay(client, context);
    relays.add(relay);
    client.on('close', () => {
      relays.delete(relay);
      if (relays.size === 0 && !server.listening) allClosed.resolve();
    });
  });
  server.maxConnections = options.maxConnections ?? defaultMaxConnections;
  const port = await listen(server, { host, port: wanted, setting: 'port' });
  const scheme = options.tls === undefined ? 'http' : 'https';
  return {
    /** Where clients connect, without a path: `http://127.0.0.1:4010`. */
    origin: `${scheme}://${isWildcard(host) ? 'localhost' : hostInUrl(host)}:${port}`,
    port,
    connections: () => relays.size,
    /**
     * Stops accepting connections, lets exchanges finish, and closes what is left when `deadline` aborts. Resolves when the
     * last connection is closed and every exchange is reported.
     */
    stop: (deadline: AbortSignal): Promise<void> => {
      server.close();
      if (relays.size === 0) allClosed.resolve();
      for (const relay of relays) relay.stop();
      const destroyAll = (): void => {
        for (const relay of relays) relay.destroy();
      };
      if (deadline.aborted) destroyAll();
      else deadline.addEventListener('abort', destroyAll);
      return allClosed.promise;
    },
  };
}

function createTcpServer(certificate: TlsCertificate | undefined, serve: (client: Socket) => void): Server {
  // A client that has sent its request may end its side and wait for the response.
  const options = { allowHalfOpen: true, noDelay: true };
  if (certificate === undefined) return createServer(options, serve);
  const secure = { ...certificate, ALPNProtocols: ['http/1.1'], handshakeTimeout: 10_000 };
  return tls.createServer({ ...options, ...secure }, serve);
}

function createContext(options: ForwardingOptions): RelayContext {
  const { upstream, timeoutMs, keepBytes, onExchange, disturb, now = Date.now } = options;
  const { clientIdleMs = defaultClientIdleMs } = options;
  const security = securityOf(upstream);
  let requests = 0;
  return {
    authority: upstream.authority,
    clientIdleMs,
    connect: (events) => new UpstreamConnection(upstream, security, timeoutMs, events),
    disturb,
    begin: () => ({ number: ++requests, startedAt: now(), keepBytes }),
    report: (exchange, failure) => onExchange(exchange.describe(now(), failure)),
  };
}
