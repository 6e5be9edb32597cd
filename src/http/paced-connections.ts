import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { sendError } from './client-errors.ts';
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

/** Node.js uses this to begin a request. */
type HttpSocket = Socket & { readonly parser?: Parser | null };
type Parser = { onIncoming(request: IncomingMessage, keepAlive: boolean): number };
/** Makes the parser leave the rest of what it got, as after a request to change the protocol. */
const stopParsing = 2;

/** Of one connection: how many requests have no complete response yet, the last of them, and whether it is not read on. */
type Pace = { unfinished: number; last: IncomingMessage; held: boolean };

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
    const { socket } = request;
    const pace = paces.get(socket) ?? begin(socket, { unfinished: 0, last: request, held: false });
    paces.set(socket, pace);
    const amount = pace.unfinished + 1;
    if (inAll >= most / 2 && amount > (inAll >= most ? withoutPipelining : mostOfOne))
      return void socket.destroy();
    if (inAll >= 2 * most) return sendError(response, 'overloaded', 'Retry-After', '1');
    const bytes = bytesOf(request);
    pace.unfinished = amount;
    pace.last = request;
    inAll += bytes;
    response.once('close', () => {
      inAll -= bytes;
      pace.unfinished -= 1;
      if (pace.held && mayReadOn(pace) && !socket.destroyed) turns.readLater(() => release(socket, pace));
    });
    if (amount === 1) return handle(request, response);
    const waits = turns.handle(request, response);
    if ((waits || amount > mostAtOnce) && !pace.held) hold(socket, pace);
  };
}

/** Node.js resumes a socket after each message and each response. Prevents that while the connection is held. */
function begin(socket: Socket, pace: Pace): Pace {
  const resume = socket.resume.bind(socket);
  socket.resume = () => (pace.held ? socket : resume());
  stopWhenDestroyed(socket);
  return pace;
}

function hold(socket: Socket, pace: Pace): void {
  pace.held = true;
  socket.pause();
}

/** The last request may need the rest of its body for its response. */
function mayReadOn({ unfinished, last }: Pace): boolean {
  return unfinished === 0 || (unfinished === 1 && !last.complete);
}

function release(socket: Socket, pace: Pace): void {
  // Node.js itself reads on only then.
  if (socket.writableNeedDrain) return void socket.once('drain', () => release(socket, pace));
  if (!mayReadOn(pace)) return;
  pace.held = false;
  socket.resume();
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

function bytesOf({ url = '', rawHeaders }: IncomingMessage): number {
  let bytes = perRequest + url.length;
  for (const text of rawHeaders) bytes += perText + text.length;
  return bytes;
}
