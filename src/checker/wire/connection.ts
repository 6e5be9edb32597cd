import net from 'node:net';
import tls from 'node:tls';
import type { Destination } from './destination.ts';
import { describeFailure, type Phase } from './failure.ts';
import { MessageReader, type ReadMessage } from './message-reader.ts';

/** The bounds of one exchange; see `SenderSettings`. */
export type Limits = { readonly timeoutMs: number; readonly maxBodyBytes: number };

/** A whole request, and the content of an earlier answer, which that of the answer may be again. */
export type Question = { readonly request: string; readonly known: Buffer | undefined };

// How long, after a whole answer, a target that does not close is listened to for bytes that should not be there.
const graceMs = 100;

const shortReadBytes = 8 * 1024;
const longReadBytes = 256 * 1024;

const notDone: Readonly<Record<Phase, string>> = {
  connecting: 'could not be reached',
  securing: 'did not finish the TLS handshake',
  talking: 'sent no answer',
};

/** Opens a connection to the target, writes the request, reads the one answer, closes. Never rejects. */
export function converse(
  destination: Destination,
  question: Question,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<ReadMessage> {
  return new Promise((resolve) => {
    new Conversation(destination, question, limits, signal, resolve).begin();
  });
}

/** One connection from its opening to its end. */
class Conversation {
  readonly #destination: Destination;
  readonly #request: string;
  readonly #limits: Limits;
  readonly #signal: AbortSignal | undefined;
  readonly #resolve: (result: ReadMessage) => void;
  readonly #reader: MessageReader;
  readonly #abort = (): void => this.#fail('aborted', 'The check was stopped.');
  #socket: net.Socket | undefined;
  #phase: Phase = 'connecting';
  #started = false;
  #idle: NodeJS.Timeout | undefined;
  #whole: NodeJS.Timeout | undefined;

  constructor(
    destination: Destination,
    { request, known }: Question,
    limits: Limits,
    signal: AbortSignal | undefined,
    resolve: (result: ReadMessage) => void,
  ) {
    this.#destination = destination;
    this.#request = request;
    this.#limits = limits;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reader = new MessageReader(limits.maxBodyBytes, known);
  }

  begin(): void {
    if (this.#signal?.aborted === true) {
      this.#abort();
      return;
    }
    this.#signal?.addEventListener('abort', this.#abort, { once: true });
    this.#waitFor(this.#limits.timeoutMs);
    const whole = this.#limits.timeoutMs * 10;
    this.#whole = setTimeout(
      () => this.#fail('timeout', `The answer was not at its end after ${whole} ms.`),
      whole,
    );
    const socket = this.#open();
    this.#socket = socket;
    socket.on('end', () => this.#finish());
    socket.on('close', () => this.#finish());
    socket.on('error', (error) => this.#break(error));
  }

  #open(): net.Socket {
    const { host, port, secure, ca } = this.#destination;
    const write = (): void => {
      this.#phase = 'talking';
      this.#socket?.write(this.#request, 'latin1');
    };
    if (!secure) return net.connect({ host, port, onread: this.#intoOneBuffer() }, write);
    const servername = net.isIP(host) === 0 ? { servername: host } : {};
    const trusted = ca === undefined ? {} : { ca };
    const socket = tls.connect({ host, port, ALPNProtocols: ['http/1.1'], ...servername, ...trusted }, write);
    socket.on('connect', () => {
      this.#phase = 'securing';
    });
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    return socket;
  }

  /** Every read goes into the same memory, more of it for a long answer: a new piece for each costs more than the reading. */
  #intoOneBuffer(): net.OnReadOpts {
    let buffer = Buffer.allocUnsafe(shortReadBytes);
    return {
      buffer: () => buffer,
      callback: (length) => {
        this.#receive(buffer.subarray(0, length));
        if (length === shortReadBytes) buffer = Buffer.allocUnsafe(longReadBytes);
        return true;
      },
    };
  }

  #receive(bytes: Buffer): void {
    this.#started = true;
    this.#reader.push(bytes);
    if (this.#reader.result !== undefined) this.#end(this.#reader.result);
    else this.#waitFor(this.#reader.complete ? graceMs : this.#limits.timeoutMs);
  }

  #finish(): void {
    const result = this.#reader.finish('closed');
    if (this.#started || this.#destination.secure || result.kind === 'message') this.#end(result);
    else
      this.#end({
        ...result,
        message: `${result.message} An https port does that; is the base address right?`,
      });
  }

  #waitFor(ms: number): void {
    clearTimeout(this.#idle);
    const timer = setTimeout(() => {
      // When this process itself was busy, bytes may be there already: they are read before the immediate runs.
      setImmediate(() => {
        if (this.#idle === timer) this.#stop(ms);
      });
    }, ms);
    this.#idle = timer;
  }

  #stop(ms: number): void {
    if (this.#started) {
      this.#end(this.#reader.finish('silent'));
      return;
    }
    this.#fail('timeout', `${this.#destination.where} ${notDone[this.#phase]} within ${ms} ms.`);
  }

  #break(error: Error): void {
    if (this.#started) {
      this.#end(this.#reader.finish('reset'));
      return;
    }
    const { reason, message } = describeFailure(
      error,
      this.#phase,
      this.#destination.where,
      this.#destination.host,
    );
    this.#fail(reason, message);
  }

  #fail(reason: (ReadMessage & { kind: 'failed' })['reason'], message: string): void {
    this.#end({ kind: 'failed', reason, message });
  }

  /** May be called more than once: only the first call counts. */
  #end(result: ReadMessage): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#whole);
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#socket?.destroy();
    this.#resolve(result);
  }
}
