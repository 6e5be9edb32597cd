import net from 'node:net';
import tls from 'node:tls';
import { type ReadResult, ResponseReader } from '../../contract/http1/response-reader.ts';
import {
  describeFailure,
  type Failure,
  type Peer,
  type Phase,
  whatIsMissing,
} from '../../http/connection-failure.ts';
import { connectToProxy, type HttpProxy, requestTunnel } from '../../http/http-proxy.ts';
import type { Barrier } from './barrier.ts';
import type { Destination, SenderOptions } from './destination.ts';

/** A request as text, its method, and the content that its response may repeat. */
export type RawRequest = {
  readonly text: string;
  readonly method: string;
  readonly known: Buffer | undefined;
  /** What its last byte waits for. */
  readonly barrier?: Barrier | undefined;
};

// How long to wait for surplus bytes after a complete response if the target does not close the connection.
const graceMs = 100;

const shortReadBytes = 8 * 1024;
const longReadBytes = 256 * 1024;

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

class Connection {
  readonly #destination: Destination;
  readonly #request: string;
  #barrier: Barrier | undefined;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #resolve: (result: ReadResult) => void;
  readonly #reader: ResponseReader;
  readonly #abort = (): void => this.#fail({ reason: 'aborted', message: 'The check was stopped.' });
  #socket: net.Socket | undefined;
  #proxySocket: net.Socket | undefined;
  #phase: Phase = 'connecting';
  #started = false;
  /** Whether no byte arrived in the second half of the time. */
  #stalled = false;
  #timers: NodeJS.Timeout[] = [];
  #graceTimer: NodeJS.Timeout | undefined;

  constructor(
    destination: Destination,
    { text, method, known, barrier }: RawRequest,
    { timeoutMs, maxBodyBytes, signal }: SenderOptions,
    resolve: (result: ReadResult) => void,
  ) {
    this.#destination = destination;
    this.#request = text;
    this.#barrier = barrier;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reader = new ResponseReader(maxBodyBytes, { known, method });
  }

  open(): void {
    if (this.#signal?.aborted === true) {
      this.#abort();
      return;
    }
    this.#signal?.addEventListener('abort', this.#abort, { once: true });
    this.#startTimers();
    const { proxy } = this.#destination;
    if (proxy === undefined) this.#watch(this.#connect());
    else this.#connectBy(proxy);
  }

  #watch(socket: net.Socket): void {
    this.#socket = socket;
    socket.on('end', () => this.#finish());
    socket.on('close', () => this.#finish());
    socket.on('error', (error) => this.#break(error));
  }

  #connect(): net.Socket {
    const { host, port, secure } = this.#destination;
    if (secure) return this.#connectTls({ host, port });
    return net.connect({ host, port, onread: this.#readIntoOneBuffer() }, () => this.#write());
  }

  #connectTls(to: tls.ConnectionOptions): net.Socket {
    const { host, ca, clientCertificate } = this.#destination;
    const servername = net.isIP(host) === 0 ? { servername: host } : {};
    const trusted = ca === undefined ? {} : { ca };
    const options = { ...to, ALPNProtocols: ['http/1.1'], ...servername, ...trusted, ...clientCertificate };
    const socket = tls.connect(options, () => this.#write());
    socket.on('connect', () => {
      this.#phase = 'securing';
    });
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    return socket;
  }

  /** A proxy forwards a request to http, and opens a tunnel to https. */
  #connectBy(proxy: HttpProxy): void {
    const { secure, ca, host, where } = this.#destination;
    const socket = connectToProxy(proxy, ca === undefined ? {} : { ca }, () => {
      if (!secure) {
        this.#watch(socket.on('data', (bytes: Buffer) => this.#receive(bytes)));
        this.#write();
        return;
      }
      this.#phase = 'tunnelling';
      requestTunnel(socket, proxy, where, (refusal) => {
        if (refusal !== undefined) return this.#fail({ reason: 'proxy', message: refusal });
        this.#phase = 'securing';
        this.#watch(this.#connectTls({ socket, host }));
      });
    });
    this.#proxySocket = socket;
    socket.on('error', (error) => this.#break(error));
  }

  #write(): void {
    this.#phase = 'talking';
    if (this.#barrier === undefined) this.#socket?.write(this.#request, 'latin1');
    else void this.#writeTogether(this.#barrier);
  }

  /** Sends the last byte when all requests of the barrier have come as far. */
  async #writeTogether(barrier: Barrier): Promise<void> {
    this.#barrier = undefined;
    this.#socket?.setNoDelay(true);
    this.#socket?.write(this.#request.slice(0, -1), 'latin1');
    await barrier.arrive();
    this.#socket?.write(this.#request.slice(-1), 'latin1');
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
    const hint = this.#started ? undefined : this.#whyClosed();
    const explained = hint !== undefined && result.kind === 'failed';
    this.#end(explained ? { ...result, message: `${result.message} ${hint}` } : result);
  }

  /** Returns why a target may close the connection without a response. */
  #whyClosed(): string | undefined {
    const { secure, clientCertificate } = this.#destination;
    if (!secure) return 'An https port does that; is the base address right?';
    return clientCertificate === undefined ? undefined : 'Does it accept the client certificate?';
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
    const where = this.#peer().where;
    const message = this.#started
      ? `The response of ${where} was still arriving after ${this.#timeoutMs} ms.`
      : `${where} ${whatIsMissing[this.#phase]} within ${this.#timeoutMs} ms.`;
    this.#fail({ reason: 'timeout', message });
  }

  #break(error: Error): void {
    if (this.#started) this.#end(this.#reader.finish('reset'));
    else this.#fail(describeFailure(error, this.#phase, this.#peer()));
  }

  /** Where the connection goes in this phase: to the proxy, or to the target. */
  #peer(): Peer {
    const { proxy } = this.#destination;
    const toProxy = this.#phase === 'connecting' || this.#phase === 'tunnelling';
    return toProxy && proxy !== undefined ? proxy : this.#destination;
  }

  #fail({ reason, message }: Failure): void {
    this.#end({ kind: 'failed', reason, message });
  }

  #end(result: ReadResult): void {
    for (const timer of [...this.#timers, this.#graceTimer]) clearTimeout(timer);
    this.#barrier?.leave();
    this.#barrier = undefined;
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#socket?.destroy();
    this.#proxySocket?.destroy();
    this.#resolve(result);
  }
}
