import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { resetConnection } from '../../../http/client-connection.ts';
import { hostInUrl, isWildcard, listen } from '../../../http/listen.ts';
import type { TlsCertificate } from '../../../http/tls.ts';
import type { OnProxied } from '../proxied-exchange.ts';
import { securityOf, type Upstream } from '../upstream.ts';
import { maxHeadBytes, OpenExchange } from './open-exchange.ts';
import { type OwnResponse, ownResponseText, sendOwn } from './own-response.ts';
import { UpstreamAgent } from './upstream-agent.ts';

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
  /** The maximum content that is kept of a response for `onExchange`, in bytes: longer bodies are not judged. */
  readonly keepBytes: number;
  /** Called for each exchange when it has ended, in that order. */
  readonly onExchange: OnProxied;
  /** Handles the requests to the proxy itself. Returns false for those to the upstream. */
  readonly ownRequest?: (request: IncomingMessage, response: ServerResponse) => boolean;
};

export type Forwarding = Awaited<ReturnType<typeof startForwarding>>;

/** The connection of a client, that to the upstream, and the exchange on them. */
type Client = { readonly agent: UpstreamAgent; readonly exchanges: Set<OpenExchange> };

export async function startForwarding(options: ForwardingOptions) {
  const { host } = options;
  const clients = new Map<Socket, Client>();
  let stopping = false;
  const endIfIdle = (socket: Socket): void => {
    if (clients.get(socket)?.exchanges.size === 0) socket.end();
  };
  const clientOf = createClients(options, clients, endIfIdle);
  const server = createProxyServer(options.tls);
  const open = new Set<ServerResponse>();
  const forward = createForward(options, clientOf, open, () => stopping);
  server.on(
    options.tls === undefined ? 'connection' : 'secureConnection',
    (socket: Socket) => void clientOf(socket),
  );
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) server.on(event, forward);
  server.on('connect', (_request, socket) => void socket.end(ownResponseText(notAPath)));
  server.on('clientError', (error, duplex) => {
    refuseBytes(error, duplex as Socket, [...(clients.get(duplex as Socket)?.exchanges ?? [])]);
  });
  server.maxConnections = 10_000;
  const port = await listen(server, { host, port: options.port, flag: '--port' });
  const scheme = options.tls === undefined ? 'http' : 'https';
  return {
    /** Where clients connect, without a path: `http://127.0.0.1:4010`. */
    origin: `${scheme}://${isWildcard(host) ? 'localhost' : hostInUrl(host)}:${port}`,
    port,
    /**
     * Stops accepting connections, lets exchanges finish, and closes what is left when `deadline` aborts. Resolves when the
     * last connection is closed and every exchange is reported.
     */
    stop: async (deadline: AbortSignal): Promise<void> => {
      stopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of clients.keys()) endIfIdle(socket);
      const destroyAll = (): void => server.closeAllConnections();
      if (deadline.aborted) destroyAll();
      else deadline.addEventListener('abort', destroyAll);
      const reported = [...open].map((response) => once(response, 'close'));
      await closed;
      await Promise.all(reported);
    },
  };
}

/** Returns what finds the client of a connection, or creates it. What one side does to its connection happens to the other. */
function createClients(
  { upstream, timeoutMs }: ForwardingOptions,
  clients: Map<Socket, Client>,
  endIfIdle: (socket: Socket) => void,
) {
  const security = securityOf(upstream);
  return (socket: Socket): Client => {
    const known = clients.get(socket);
    if (known !== undefined) return known;
    const client: Client = { agent: new UpstreamAgent(upstream, security, timeoutMs), exchanges: new Set() };
    clients.set(socket, client);
    client.agent.onClose = () => endIfIdle(socket);
    socket.once('close', () => {
      clients.delete(socket);
      const upstreamSocket = client.agent.socket;
      if (upstreamSocket === undefined) return;
      if (Reflect.get(socket.errored ?? {}, 'code') === 'ECONNRESET') resetConnection(upstreamSocket);
      else upstreamSocket.destroy();
    });
    return client;
  };
}

/** @param open the responses of the exchanges that are not reported yet */
function createForward(
  options: ForwardingOptions,
  clientOf: (socket: Socket) => Client,
  open: Set<ServerResponse>,
  isStopping: () => boolean,
) {
  const { upstream, ownRequest } = options;
  let requests = 0;
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (ownRequest?.(request, response) === true) return;
    const refused = whyRefused(request);
    if (refused !== undefined) {
      sendOwn(response, refused);
      return;
    }
    const { socket } = request;
    const { agent, exchanges } = clientOf(socket);
    const number = ++requests;
    const exchange = new OpenExchange(request, response, { ...options, ...upstream, agent, number });
    exchanges.add(exchange);
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      exchanges.delete(exchange);
      if (exchanges.size > 0) return;
      agent.onIdle = undefined;
      if (isStopping() || agent.socket?.destroyed === true) socket.end();
    });
  };
}

/** A client sent what Node cannot read. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket, open: readonly OpenExchange[]): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  for (const exchange of open) exchange.abandon();
  if (open.some(({ isResponding }) => isResponding)) socket.destroy();
  else socket.end(ownResponseText(refusalOf(error)));
}

const notAPath: OwnResponse = {
  status: 400,
  reason: 'refused',
  message: 'The target of the request is not a path: this proxy is a base address.',
};

/** A proxy that repaired a request could see another message than the service. */
function whyRefused({ url = '', headers, httpVersion }: IncomingMessage): OwnResponse | undefined {
  if (!/^(?:\/|\*$)/.test(url)) return notAPath;
  const coding = headers['transfer-encoding'];
  if (coding === undefined || (/^chunked$/i.test(coding) && httpVersion !== '1.0')) return undefined;
  const message = `Transfer-Encoding is ${JSON.stringify(coding)} in HTTP/${httpVersion}.`;
  return { status: 400, reason: 'refused', message };
}

function refusalOf({ code, message }: NodeJS.ErrnoException): OwnResponse {
  const reason = 'refused';
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, reason, message: `The head of the request has more than ${maxHeadBytes} bytes.` };
  return { status: 400, reason, message: `The request is not valid in HTTP/1.1: ${message}.` };
}

function createProxyServer(certificate: TlsCertificate | undefined): Server {
  const limits = {
    ...{ maxHeaderSize: maxHeadBytes, requireHostHeader: false, noDelay: true },
    // Time-outs of clients are the upstream's to apply.
    ...{ headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 },
  };
  const secure = { ...certificate, ALPNProtocols: ['http/1.1'], handshakeTimeout: 10_000 };
  const server =
    certificate === undefined ? createServer(limits) : createSecureServer({ ...limits, ...secure });
  server.maxHeadersCount = 0;
  return server;
}
