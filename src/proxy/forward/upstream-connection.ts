import type { Socket } from 'node:net';
import { describeFailure, type Phase, whatIsMissing } from '../../checker/wire/connection-failure.ts';
import type { Upstream } from './upstream.ts';

/** What happens on a connection to the upstream. Nothing happens after `ended`, `broke`, or `destroy`. */
export type UpstreamEvents = {
  data(bytes: Buffer): void;
  drain(): void;
  /** The upstream closed its side. */
  ended(): void;
  /** The connection broke, or could not be opened. */
  broke(why: string): void;
  /** No byte passed for the time that an upstream has. */
  idle(): void;
};

/** A connection to the upstream. */
export class UpstreamConnection {
  readonly #socket: Socket;
  readonly #upstream: Upstream;
  readonly #timeoutMs: number;
  #phase: Phase = 'connecting';

  constructor(socket: Socket, upstream: Upstream, timeoutMs: number, events: UpstreamEvents) {
    this.#socket = socket;
    this.#upstream = upstream;
    this.#timeoutMs = timeoutMs;
    socket.on('connect', () => {
      this.#phase = upstream.secure ? 'securing' : 'talking';
    });
    socket.on('secureConnect', () => {
      this.#phase = 'talking';
    });
    socket.on('data', events.data);
    socket.on('drain', events.drain);
    socket.on('end', events.ended);
    socket.on('error', (error) => {
      const { authority: where, host } = upstream;
      events.broke(describeFailure(error, this.#phase, { where, host }).message);
    });
    socket.on('close', events.ended);
    socket.setTimeout(timeoutMs);
    socket.on('timeout', () => {
      events.idle();
      // The next one: it is raised once.
      socket.setTimeout(timeoutMs);
    });
  }

  /** Whether it is open, so that only the upstream can be late. */
  get open(): boolean {
    return this.#phase === 'talking';
  }

  /** Whether written bytes wait for the upstream. */
  get full(): boolean {
    return this.#socket.writableNeedDrain;
  }

  /** Returns false if the caller should wait for `drain`. */
  write(data: string | Buffer): boolean {
    return typeof data === 'string' ? this.#socket.write(data, 'latin1') : this.#socket.write(data);
  }

  /** Says why the upstream is late. */
  whyLate(): string {
    return `${this.#upstream.authority} ${whatIsMissing[this.#phase]} within ${this.#timeoutMs} ms.`;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ends the sending side. */
  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
