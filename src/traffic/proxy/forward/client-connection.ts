import type { Socket } from 'node:net';
import { resetConnection } from '../../../http/reset-connection.ts';

export type ClientEvents = {
  data(bytes: Buffer): void;
  drain(): void;
  /** The client closed its side. Not called after `finish` or `breakOff`. */
  ended(): void;
  /** @param wasReset whether the client reset it */
  closed(wasReset: boolean): void;
  /** No byte passed for the time that a client has. */
  idle(): void;
};

const nothing: Buffer = Buffer.alloc(0);

/** How long to read and discard what a client still sends after its last response, in milliseconds. */
const lingerMs = 1_000;

export class ClientConnection {
  readonly #socket: Socket;
  #finished = false;

  constructor(socket: Socket, idleMs: number, events: ClientEvents) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      if (!this.#finished) events.data(bytes);
    });
    socket.on('drain', events.drain);
    socket.on('end', () => {
      if (this.#finished) socket.destroySoon();
      else events.ended();
    });
    let wasReset = false;
    // `close` follows.
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      wasReset = code === 'ECONNRESET';
    });
    socket.on('close', () => {
      this.#finished = true;
      events.closed(wasReset);
    });
    socket.setTimeout(idleMs);
    socket.on('timeout', () => {
      if (this.#finished) socket.destroy();
      else events.idle();
      // The next one: it is raised once.
      socket.setTimeout(idleMs);
    });
  }

  /** Whether the last byte for the client was written, or the connection is closed. */
  get finished(): boolean {
    return this.#finished;
  }

  /** Whether written bytes wait for the client. */
  get full(): boolean {
    return this.#socket.writableNeedDrain;
  }

  /** Returns false if the caller should wait for `drain`. */
  write(bytes: Buffer): boolean {
    return this.#socket.write(bytes);
  }

  /** Resolves when written bytes wait no more, or the connection is closed. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#socket.off('drain', done).off('close', done);
        resolve();
      };
      if (this.#socket.destroyed || !this.full) resolve();
      else this.#socket.on('drain', done).on('close', done);
    });
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Writes the last bytes and closes the connection. */
  finish(last: string): void {
    this.#finished = true;
    const socket = this.#socket;
    if (socket.readableEnded) {
      socket.write(last);
      socket.destroySoon();
      return;
    }
    socket.resume();
    // If the connection were closed with unread bytes, the client would see a reset instead of the response.
    socket.end(last, () => socket.setTimeout(lingerMs));
  }

  /** Resets the connection, after the bytes that were written: the client cannot take a response for complete. */
  breakOff(): void {
    this.#finished = true;
    this.#socket.write(nothing, () => resetConnection(this.#socket));
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
