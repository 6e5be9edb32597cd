import type { IncomingMessage } from 'node:http';
import type { FailureReason } from '../../contract/exchange.ts';
import { bodyLimit, tooLargeContent } from '../../contract/http1/content-coding.ts';
import {
  describeParseError,
  faultInContent,
  headOf,
  isParseError,
  type ReceivedMessage,
} from '../../contract/http1/received-message.ts';
import { describeFailure, type Peer, type Phase, whatIsMissing } from '../../http/endpoint.ts';
import type { Barrier } from './barrier.ts';
import type { Destination, SenderOptions } from './destination.ts';
import { type CreateConnection, openRequest } from './open-request.ts';

/** A request as it is sent. Header lines are written as they are given. */
export type RawRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What it waits for when its connection is open. */
  readonly barrier: Barrier | undefined;
};

export type RawResult =
  | { readonly kind: 'response'; readonly message: ReceivedMessage }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

type RawExchange = Pick<SenderOptions, 'timeoutMs' | 'maxBodyBytes' | 'signal'> & {
  readonly destination: Destination;
  readonly request: RawRequest;
  readonly connect: CreateConnection | undefined;
};

const stopped = failed('aborted', 'The check was stopped.');

/** Opens a connection, sends the request, reads the response and closes. Never rejects. */
export async function exchangeRaw(exchange: RawExchange): Promise<RawResult> {
  const { timeoutMs, signal } = exchange;
  if (signal?.aborted === true) return stopped;
  const { promise, resolve: end } = Promise.withResolvers<RawResult>();
  const closing = new AbortController();
  const reception = new Reception(exchange, end);
  reception.start(AbortSignal.any(signal === undefined ? [closing.signal] : [closing.signal, signal]));
  const half = setTimeout(() => reception.expectBytes(), timeoutMs / 2);
  // If this process was busy, bytes may have arrived in time: they are read before the immediate runs.
  const whole = setTimeout(() => setImmediate(() => end(reception.resultInTime())), timeoutMs);
  const result = await promise;
  for (const timer of [half, whole]) clearTimeout(timer);
  reception.leave();
  closing.abort();
  return result;
}

/** What has arrived of a response. It calls `end` with the result; only the first call counts. */
class Reception {
  readonly #exchange: RawExchange;
  readonly #end: (result: RawResult) => void;
  readonly #pieces: Buffer[] = [];
  /** Where the content goes if its length is known: the pieces of a long list and the whole need twice the memory. */
  #whole: Buffer | undefined;
  #bytes = 0;
  #phase: Phase = 'connecting';
  #message: IncomingMessage | undefined;
  #started = false;
  /** Whether no byte arrived in the second half of the time. */
  #stalled = false;

  constructor(exchange: RawExchange, end: (result: RawResult) => void) {
    this.#exchange = exchange;
    this.#end = end;
  }

  /** Sends the whole request at once, when all requests of the barrier can. */
  start(signal: AbortSignal): void {
    const { destination, connect } = this.#exchange;
    const { method, path, headers, barrier } = this.#exchange.request;
    const head = { method, path, headers: headers.flat(), signal };
    const enter = async (phase: Phase): Promise<void> => {
      this.#phase = phase;
      if (phase !== 'talking') return;
      await barrier?.arrive();
      request.end();
    };
    const request = openRequest(destination, head, (phase) => void enter(phase), connect);
    // Without a limit: by default, Node.js drops all headers after the first 2000.
    request.maxHeadersCount = 0;
    request.on('socket', (socket) =>
      socket.on('data', () => {
        this.#started = true;
        this.#stalled = false;
      }),
    );
    request.on('response', (message) => this.#receive(message));
    request.on('error', (error) => this.#end(this.#resultOf(error)));
    request.on('close', () => this.#end(this.#resultAtEnd()));
  }

  expectBytes(): void {
    this.#stalled = true;
  }

  /** Lets the others go if the connection never opened. */
  leave(): void {
    if (this.#phase !== 'talking') this.#exchange.request.barrier?.leave();
  }

  /** A response that stopped is judged as cut short. One that is still arriving is only slow. */
  resultInTime(): RawResult {
    const { timeoutMs } = this.#exchange;
    if (this.#message !== undefined && this.#stalled)
      return this.#response(`The content is cut short: no more bytes arrived after ${this.#bytes}`);
    const { where } = this.#peer;
    const what = this.#started
      ? `The response of ${where} was still arriving after ${timeoutMs} ms.`
      : `${where} ${whatIsMissing[this.#phase]} within ${timeoutMs} ms.`;
    return failed('timeout', what);
  }

  #receive(message: IncomingMessage): void {
    const { statusCode: status = 0, headers } = message;
    const { maxBodyBytes } = this.#exchange;
    const limit = bodyLimit(status, maxBodyBytes);
    const refuseBeyond = (bytes: number): void => {
      if (bytes > limit) this.#end(failed('too-large', tooLargeContent(status, maxBodyBytes)));
    };
    if (status === 101)
      this.#end(failed('malformed', 'The target switches protocols (101) although nobody asked for it.'));
    if (this.#exchange.request.method !== 'HEAD') refuseBeyond(Number(headers['content-length'] ?? 0));
    this.#message = message;
    const length = Number(headers['content-length']);
    if (length > 0 && length <= limit) this.#whole = Buffer.allocUnsafeSlow(length);
    message.on('data', (piece: Buffer) => {
      this.#store(piece);
      refuseBeyond(this.#bytes);
    });
    // The request reports why.
    message.on('error', () => undefined);
  }

  get #peer(): Peer {
    const { proxy, ...target } = this.#exchange.destination;
    return this.#phase === 'connecting' ? (proxy ?? target) : target;
  }

  #store(piece: Buffer): void {
    if (this.#whole === undefined) this.#pieces.push(piece);
    else piece.copy(this.#whole, this.#bytes);
    this.#bytes += piece.length;
  }

  #resultOf(error: NodeJS.ErrnoException): RawResult {
    const { signal, destination } = this.#exchange;
    const { proxy } = destination;
    if (signal?.aborted === true) return stopped;
    if (proxy !== undefined && error.code === 'ERR_PROXY_TUNNEL')
      return failed('proxy', `${proxy.where} opens no tunnel: ${error.message}.`);
    const message = this.#message;
    if (isParseError(error)) {
      if (message === undefined) return describeParseError(error);
      const { surplus, fault } = faultInContent(error, message.complete ? message.statusCode : undefined);
      if (surplus !== undefined) this.#store(surplus);
      return this.#response(fault);
    }
    if (message !== undefined) return this.#resultAtEnd();
    if (this.#phase === 'talking' && error.code === 'ECONNRESET') return this.#response();
    const { reason, message: why } = describeFailure(error, this.#phase, this.#peer);
    return failed(reason, why);
  }

  /** Without another reason, the connection was closed. */
  #resultAtEnd(): RawResult {
    if (this.#message?.complete === true || this.#exchange.request.method === 'HEAD') return this.#response();
    return this.#response(`The content is cut short: the connection was closed after ${this.#bytes} bytes`);
  }

  #response(fault?: string): RawResult {
    const message = this.#message;
    if (message !== undefined)
      return {
        kind: 'response',
        message: {
          ...headOf(message),
          content: this.#whole?.subarray(0, this.#bytes) ?? Buffer.concat(this.#pieces),
          isWhole: true,
          fault,
        },
      };
    const closed =
      'The target closed the connection without a response; are scheme, port and client certificate right?';
    const noEnd = 'The head of the response has no end: the connection was closed.';
    return this.#started ? failed('malformed', noEnd) : failed('reset', closed);
  }
}

function failed(reason: FailureReason, message: string): RawResult {
  return { kind: 'failed', reason, message };
}
