import net from 'node:net';
import tls from 'node:tls';
import type { Destination, SenderOptions } from './destination.ts';
import type { FailureReason } from './exchange.ts';
import { type ReadResult, ResponseReader } from './response-reader.ts';

/** A request as text, and the content that its response may repeat. */
export type RawRequest = { readonly text: string; readonly known: Buffer | undefined };

/** How far a connection got. */
type Phase = 'connecting' | 'securing' | 'talking';

type Failure = { readonly reason: FailureReason; readonly message: string };

// How long to wait for surplus bytes after a complete response if the target does not close the connection.
const graceMs = 100;

const shortReadBytes = 8 * 1024;
const longReadBytes = 256 * 1024;

const whatIsMissing: Readonly<Record<Phase, string>> = {
  connecting: 'could not be reached',
  securing: 'did not finish the TLS handshake',
  talking: 'sent no response',
};

/** Opens a connection to the target, writes the request, reads the response and closes. Never rejects. */
export function exchangeRaw(
  destination: Destination,
  request: RawRequest,
  options: SenderOptions,
): Promise<ReadResult> {
  return new Promise((resolve) => {
    new Connection(destination, request, options, resolve).open();
  });
}

/** One connection, for one request. */
class Connection {
  readonly #destination: Destination;
  readonly #request: string;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #resolve: (result: ReadResult) => void;
  readonly #reader: ResponseReader;
  readonly #abort = (): void => this.#fail({ reason: 'aborted', message: 'The check was stopped.' });
  #socket: net.Socket | undefined;
  #phase: Phase = 'connecting';
  #started = false;
  /** Whether no byte arrived in the second half of the time. */
  #stalled = false;
  #timers: NodeJS.Timeout[] = [];
  #graceTimer: NodeJS.Timeout | undefined;

  constructor(
    destination: Destination,
    { text, known }: RawRequest,
    { timeoutMs, maxBodyBytes, signal }: SenderOptions,
    resolve: (result: ReadResult) => void,
  ) {
    this.#destination = destination;
    this.#request = text;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reader = new ResponseReader(maxBodyBytes, known);
  }

  open(): void {
    if (this.#signal?.aborted === true) {
      this.#abort();
      return;
    }
    this.#signal?.addEventListener('abort', this.#abort, { once: true });
    this.#startTimers();
    const socket = this.#connect();
    this.#socket = socket;
    socket.on('end', () => this.#finish());
    socket.on('close', () => this.#finish());
    socket.on('error', (error) => this.#break(error));
  }

  #connect(): net.Socket {
    const { host, port, secure, ca } = this.#destination;
    const write = (): void => {
      this.#phase = 'talking';
      this.#socket?.write(this.#request, 'latin1');
    };
    if (!secure) return net.connect({ host, port, onread: this.#readIntoOneBuffer() }, write);
    const servername = net.isIP(host) === 0 ? { servername: host } : {};
    const trusted = ca === undefined ? {} : { ca };
    const socket = tls.connect({ host, port, ALPNProtocols: ['http/1.1'], ...servername, ...trusted }, write);
    socket.on('connect', () => {
      this.#phase = 'securing';
    });
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    return socket;
  }

  /** Reuses one buffer for every read, a larger one for a long response: a new buffer for each costs more than reading. */
  #readIntoOneBuffer(): net.OnReadOpts {
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
    this.#stalled = false;
    this.#reader.push(bytes);
    if (this.#reader.result !== undefined) this.#end(this.#reader.result);
    else if (this.#reader.complete) this.#waitForSurplus();
  }

  #finish(): void {
    const result = this.#reader.finish('closed');
    if (this.#started || this.#destination.secure || result.kind === 'response') this.#end(result);
    else
      this.#end({
        ...result,
        message: `${result.message} An https port does that; is the base address right?`,
      });
  }

  #startTimers(): void {
    const half = setTimeout(() => {
      this.#stalled = true;
    }, this.#timeoutMs / 2);
    // If this process was busy, bytes may have arrived in time: they are read before the immediate runs.
    const whole = setTimeout(() => setImmediate(() => this.#timeOut()), this.#timeoutMs);
    this.#timers = [half, whole];
  }

  #waitForSurplus(): void {
    clearTimeout(this.#graceTimer);
    const timer = setTimeout(() => {
      setImmediate(() => {
        if (this.#graceTimer === timer) this.#end(this.#reader.finish('silent'));
      });
    }, graceMs);
    this.#graceTimer = timer;
  }

  /** A response that stopped is judged as cut short. One that is still arriving is only slow. */
  #timeOut(): void {
    if (this.#started && (this.#stalled || this.#reader.complete)) {
      this.#end(this.#reader.finish('silent'));
      return;
    }
    const { where } = this.#destination;
    const message = this.#started
      ? `The response of ${where} was still arriving after ${this.#timeoutMs} ms.`
      : `${where} ${whatIsMissing[this.#phase]} within ${this.#timeoutMs} ms.`;
    this.#fail({ reason: 'timeout', message });
  }

  #break(error: Error): void {
    if (this.#started) this.#end(this.#reader.finish('reset'));
    else this.#fail(describeFailure(error, this.#phase, this.#destination));
  }

  #fail({ reason, message }: Failure): void {
    this.#end({ kind: 'failed', reason, message });
  }

  /** Ends the connection. Later calls change nothing. */
  #end(result: ReadResult): void {
    for (const timer of [...this.#timers, this.#graceTimer]) clearTimeout(timer);
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#socket?.destroy();
    this.#resolve(result);
  }
}

const dnsCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);

/** Describes in one sentence why a connection failed. */
function describeFailure(error: NodeJS.ErrnoException, phase: Phase, { where, host }: Destination): Failure {
  const { code = 'unknown', message = '' } = error;
  if (dnsCodes.has(code))
    return {
      reason: 'dns',
      message: `The name ${host} cannot be resolved (${code}); is it spelled correctly?`,
    };
  if (phase === 'securing') return { reason: 'tls', message: describeTls(code, message, where) };
  if (code === 'ETIMEDOUT')
    return { reason: 'timeout', message: `${where} cannot be reached in time (${code}).` };
  if (phase === 'talking') return { reason: 'reset', message: `The connection to ${where} broke (${code}).` };
  const refused = `Nothing listens at ${where} (${code}); is the target running, and is the port correct?`;
  const other = `${where} cannot be reached (${code}).`;
  return { reason: 'refused', message: code === 'ECONNREFUSED' ? refused : other };
}

function describeTls(code: string, message: string, where: string): string {
  const start = `No TLS connection to ${where}`;
  if (code === 'ECONNRESET')
    return `${start}: the target closed the connection (${code}); does it support TLS?`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return `${start}: the target supports no TLS version of this client (${code}); is the base address http?`;
  const authority = /SELF_SIGNED|UNABLE_TO|UNTRUSTED/.test(code)
    ? '; give the certificate of its authority'
    : '';
  return `${start}: ${message.split('\n', 1)[0]} (${code})${authority}.`;
}
