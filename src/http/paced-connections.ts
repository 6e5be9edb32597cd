import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { errorBody } from './error-catalogue.ts';
import { createRequestTurns } from './request-turns.ts';

/** A connection with more unfinished requests than this is not read until their responses are sent. */
const mostAtOnce = 16;
/**
 * The bytes that the unfinished requests of the process may keep. Beyond half of it, connections with more than `mostOfOne`
 * requests are closed, beyond it those that pipeline; beyond twice as much, every other request gets 503.
 */
const mostInAll = Math.min(16 * 1024 ** 2, getHeapStatistics().heap_size_limit / 16);
const mostOfOne = 64;
/** A client that does not pipeline may send a request before the server knows that the response before it was written. */
const withoutPipelining = 2;

/** What a request and its response keep in memory besides the texts of the head, and besides the characters of each text. */
const perRequest = 1_500;
const perText = 28;

/** Node.js uses these to stop reading from a client that does not read its responses, and to begin a request. */
type HttpSocket = Socket & { _paused?: boolean; readonly parser?: Parser | null };
type Parser = { resume(): void; onIncoming(request: IncomingMessage, keepAlive: boolean): number };
/** Makes the parser leave the rest of what it got, as after a request to change the protocol. */
const stopParsing = 2;

/** Of one connection: how many requests have no complete response yet, and stops reading it until all of them have one. */
type Pace = { unfinished: number; held: boolean };

/** The bytes of all unfinished requests of all servers of the process. */
// biome-ignore lint/plugin: it bounds the memory of the process, in which there may be several simulators.
let inAll = 0;

/**
 * Bounds the pipelined requests that a server handles at once. `node:http` alone handles all that it has read of a connection,
 * up to 64 KiB of requests, and reads on until the responses fill a buffer. Here, it reads on when these responses are sent, and
 * after other connections had their turn; and a client that does not read many responses loses its connection if others need
 * the memory.
 */
export function paceConnections(handle: RequestListener, most: number = mostInAll): RequestListener {
  const paces = new WeakMap<Socket, Pace>();
  const turns = createRequestTurns(handle, () => inAll >= most / 4);
  return (request, response) => {
    const socket: HttpSocket = request.socket;
    const pace = paces.get(socket) ?? { unfinished: 0, held: false };
    if (!paces.has(socket)) {
      paces.set(socket, pace);
      stopWhenDestroyed(socket);
    }
    const amount = pace.unfinished + 1;
    if (inAll >= most / 2 && amount > (inAll >= most ? withoutPipelining : mostOfOne))
      return void socket.destroy();
    if (inAll >= 2 * most) return refuse(response);
    const bytes = bytesOf(request);
    pace.unfinished = amount;
    inAll += bytes;
    if (amount > mostAtOnce && !pace.held) hold(socket, pace);
    response.once('close', () => {
      inAll -= bytes;
      pace.unfinished -= 1;
      if (pace.unfinished === 0 && pace.held) turns.readLater(() => release(socket, pace));
    });
    if (amount === 1) handle(request, response);
    else turns.handle(request, response);
  };
}

/**
 * Makes no requests of what was read of a connection before it was closed: Node.js would keep them until all connections have
 * had their turn.
 */
function stopWhenDestroyed(socket: HttpSocket): void {
  const { parser } = socket;
  if (!parser) return;
  const { onIncoming } = parser;
  parser.onIncoming = (request, keepAlive) =>
    socket.destroyed ? stopParsing : onIncoming(request, keepAlive);
}

/** Node.js sets `_paused` to false whenever it has written a response, and reads on unless it is still true then. */
function hold(socket: HttpSocket, pace: Pace): void {
  let paused = socket._paused;
  pace.held = true;
  Object.defineProperty(socket, '_paused', {
    configurable: true,
    get: () => pace.held || paused,
    set: (value: boolean) => {
      paused = value;
    },
  });
  socket.pause();
}

function release(socket: HttpSocket, pace: Pace): void {
  pace.held = false;
  socket._paused = false;
  socket.parser?.resume();
  socket.resume();
}

function bytesOf({ url = '', rawHeaders }: IncomingMessage): number {
  let bytes = perRequest + url.length;
  for (const text of rawHeaders) bytes += perText + text.length;
  return bytes;
}

function refuse(response: ServerResponse): void {
  const body = errorBody('overloaded');
  const type = ['Content-Type', 'application/json', 'Content-Length', `${body.length}`];
  response.writeHead(503, [...type, 'Retry-After', '1', 'Connection', 'close']);
  response.end(body);
}
