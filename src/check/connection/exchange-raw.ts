import http, { type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FailureReason } from '../../contract/exchange.ts';
import { bodyLimit, tooLargeContent } from '../../contract/http1/content-coding.ts';
import { describeFailure, type Phase, whatIsMissing } from '../../http/connection-failure.ts';
import type { Barrier } from './barrier.ts';
import { type Connect, connect as connectTo, peerIn } from './connect.ts';
import type { Destination, SenderOptions } from './destination.ts';
import { describeParseError, type ParseError, surplusOf } from './parse-error.ts';

/** A request as it is sent. Header lines are written as they are given. */
export type RawRequest = {
  readonly method: string;
  /** The path, or the absolute form for a proxy. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What it waits for when its connection is open. */
  readonly barrier?: Barrier | undefined;
};

/** A response that was received, or why there is none. */
export type RawResult =
  | {
      readonly kind: 'response';
      readonly message: IncomingMessage;
      readonly content: Buffer;
      /** What broke it off, as a sentence; undefined if it is complete. */
      readonly fault: string | undefined;
    }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

const maxHeadBytes = 256 * 1024;

/** Opens a connection, sends the request, reads the response and closes. Never rejects. */
export function exchangeRaw(
  destination: Destination,
  request: RawRequest,
  options: SenderOptions,
  connect: Connect = connectTo,
): Promise<RawResult> {
  return new Promise((resolve) => {
    new RawExchange(destination, request, options, resolve).start(connect);
  });
}

class RawExchange {
  readonly #destination: Destination;
  readonly #request: RawRequest;
  readonly #options: SenderOptions;
  readonly #resolve: (result: RawResult) => void;
  readonly #abort = (): void => this.#end(failed('aborted', 'The check was stopped.'));
  readonly #pieces: Buffer[] = [];
  #bytes = 0;
  #barrier: Barrier | undefined;
  #phase: Phase = 'connecting';
  #message: IncomingMessage | undefined;
  #socket: Duplex | undefined;
  #disconnect = (): void => {};
  /** Whether no byte arrived in the second half of the time. */
  #stalled = false;
  #started = false;
  #timers: NodeJS.Timeout[] = [];

  constructor(
    destination: Destination,
    request: RawRequest,
    options: SenderOptions,
    resolve: (result: RawResult) => void,
  ) {
    this.#destination = destination;
    this.#request = request;
    this.#options = options;
    this.#resolve = resolve;
    this.#barrier = request.barrier;
  }

  start(connect: Connect): void {
    const { signal } = this.#options;
    if (signal?.aborted === true) {
      this.#abort();
      return;
    }
    signal?.addEventListener('abort', this.#abort, { once: true });
    this.#startTimers();
    this.#disconnect = connect(this.#destination, {
      onPhase: (phase) => {
        this.#phase = phase;
      },
      onOpen: (socket) => void this.#send(socket),
      onError: (error) => this.#end(this.#resultOf(error)),
      onRefused: ({ reason, message }) => this.#end(failed(reason, message)),
    });
  }

  /** Sends the whole request at once, when all requests of the barrier can. */
  async #send(socket: Duplex): Promise<void> {
    this.#phase = 'talking';
    this.#socket = socket;
    socket.on('data', () => {
      this.#started = true;
      this.#stalled = false;
    });
    const barrier = this.#barrier;
    this.#barrier = undefined;
    await barrier?.arrive();
    const { method, path, headers } = this.#request;
    const request = http.request({
      ...{ method, path, headers: headers.flat(), setHost: false },
      ...{ maxHeaderSize: maxHeadBytes, createConnection: () => socket as never },
    });
    // Without a limit: by default, Node.js drops all headers after the first 2000.
    request.maxHeadersCount = 0;
    request.on('response', (message) => this.#receive(message));
    request.on('error', (error) => this.#end(this.#resultOf(error)));
    request.on('close', () => this.#end(this.#resultAtEnd()));
    request.end();
  }

  #receive(message: IncomingMessage): void {
    const { statusCode: status = 0, headers } = message;
    const { maxBodyBytes } = this.#options;
    const limit = bodyLimit(status, maxBodyBytes);
    const refuseBeyond = (bytes: number): void => {
      if (bytes > limit) this.#end(failed('too-large', tooLargeContent(status, maxBodyBytes)));
    };
    if (status === 101)
      this.#end(failed('malformed', 'The target switches protocols (101) although nobody asked for it.'));
    if (this.#request.method !== 'HEAD') refuseBeyond(Number(headers['content-length'] ?? 0));
    this.#message = message;
    message.on('data', (piece: Buffer) => {
      this.#store(piece);
      refuseBeyond(this.#bytes);
    });
    // The request reports why.
    message.on('error', () => undefined);
  }

  #store(piece: Buffer): void {
    this.#bytes += piece.length;
    this.#pieces.push(piece);
  }

  /** Without another reason, the connection was closed. */
  #resultAtEnd(): RawResult {
    if (this.#message === undefined) return this.#whyNothing();
    if (this.#message.complete || this.#request.method === 'HEAD') return this.#response();
    return this.#response(`The content is cut short: the connection was closed after ${this.#bytes} bytes`);
  }

  /** A response that stopped is judged as cut short. One that is still arriving is only slow. */
  #resultInTime(): RawResult {
    const { timeoutMs } = this.#options;
    const { where } = peerIn(this.#phase, this.#destination);
    if (this.#message !== undefined && this.#stalled)
      return this.#response(`The content is cut short: no more bytes arrived after ${this.#bytes}`);
    const what = this.#started
      ? `The response of ${where} was still arriving after ${timeoutMs} ms.`
      : `${where} ${whatIsMissing[this.#phase]} within ${timeoutMs} ms.`;
    return failed('timeout', what);
  }

  #resultOf(error: ParseError): RawResult {
    const isParsed = error.code?.startsWith('HPE_') === true;
    if (this.#message !== undefined) return isParsed ? this.#faulty(error) : this.#resultAtEnd();
    if (isParsed) return describeParseError(error);
    if (this.#phase === 'talking' && error.code === 'ECONNRESET') return this.#whyNothing();
    const { reason, message } = describeFailure(error, this.#phase, peerIn(this.#phase, this.#destination));
    const isClosed = this.#phase === 'securing' && error.code === 'ECONNRESET';
    return failed(reason, isClosed ? message + this.#whyClosed() : message);
  }

  /** Bytes after a 204 are its content, because the contract forbids a body there. */
  #faulty(error: ParseError): RawResult {
    const surplus = this.#message?.complete === true ? surplusOf(error) : undefined;
    if (surplus === undefined || this.#message?.statusCode !== 204)
      return this.#response(describeParseError(error).message.replace(/\.$/, ''));
    this.#store(surplus);
    return this.#response();
  }

  #whyNothing(): RawResult {
    if (this.#started)
      return failed('malformed', 'The head of the response has no end: the connection was closed.');
    return failed('reset', `The target closed the connection without a response.${this.#whyClosed()}`);
  }

  /** Returns why a target may close the connection without a response. */
  #whyClosed(): string {
    const { secure, clientCertificate } = this.#destination;
    if (!secure) return ' An https port does that; is the base address right?';
    return clientCertificate === undefined ? '' : ' Does it accept the client certificate?';
  }

  #response(fault?: string): RawResult {
    if (this.#message === undefined) return this.#whyNothing();
    return { kind: 'response', message: this.#message, content: Buffer.concat(this.#pieces), fault };
  }

  #startTimers(): void {
    const { timeoutMs } = this.#options;
    const half = setTimeout(() => {
      this.#stalled = true;
    }, timeoutMs / 2);
    // If this process was busy, bytes may have arrived in time: they are read before the immediate runs.
    const whole = setTimeout(() => setImmediate(() => this.#end(this.#resultInTime())), timeoutMs);
    this.#timers = [half, whole];
  }

  #end(result: RawResult): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#barrier?.leave();
    this.#barrier = undefined;
    this.#options.signal?.removeEventListener('abort', this.#abort);
    this.#disconnect();
    this.#socket?.destroy();
    this.#resolve(result);
  }
}

function failed(reason: FailureReason, message: string): RawResult {
  return { kind: 'failed', reason, message };
}
