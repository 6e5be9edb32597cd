import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { describeFailure, type Phase, whatIsMissing } from '../../../http/connection-failure.ts';
import { connectToUpstream, type Upstream } from '../upstream.ts';

/**
 * Opens the connection of one client to the upstream, and only one at a time: what one side does to its connection happens to
 * the other, so that no request is ever repeated.
 */
export class UpstreamAgent extends Agent {
  /** Receives every byte of the upstream. Undefined between two exchanges. */
  tap: ((bytes: Buffer) => void) | undefined;
  /** Called when the upstream closes its connection. */
  onClose: () => void = () => {};
  /** Called when no byte of an exchange came or went in time. */
  onIdle: (() => void) | undefined;
  #phase: Phase = 'connecting';
  #socket: Socket | undefined;
  readonly #upstream: Upstream;
  readonly #security: SecureContext | undefined;
  readonly #timeoutMs: number;

  /** @param security from `securityOf` */
  constructor(upstream: Upstream, security: SecureContext | undefined, timeoutMs: number) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#upstream = upstream;
    this.#security = security;
    this.#timeoutMs = timeoutMs;
  }

  /** Whether it is open, so that only the upstream can be late. */
  get isOpen(): boolean {
    return this.#phase === 'talking';
  }

  get socket(): Socket | undefined {
    return this.#socket;
  }

  override createConnection(): Socket {
    const socket = connectToUpstream(this.#upstream, this.#security);
    this.#socket = socket;
    this.#phase = 'connecting';
    socket.on('connect', () => {
      this.#phase = this.#upstream.secure ? 'securing' : 'talking';
    });
    socket.on('secureConnect', () => {
      this.#phase = 'talking';
    });
    // Before the parser of Node, which may refuse them.
    socket.on('data', (bytes: Buffer) => {
      if (this.tap === undefined) socket.destroy();
      else this.tap(bytes);
    });
    socket.setTimeout(this.#timeoutMs).on('timeout', () => this.onIdle?.());
    socket.on('close', () => this.onClose());
    return socket;
  }

  /** Each exchange would set options of the socket again. */
  override keepSocketAlive(): boolean {
    return true;
  }

  describe(error: Error): string {
    if (/^HPE_/.test(Reflect.get(error, 'code') ?? '')) return `Its response is malformed: ${error.message}.`;
    if (this.isOpen && error.message === 'socket hang up')
      return `${this.#upstream.authority} closed the connection without a response.`;
    const { authority: where, host } = this.#upstream;
    return describeFailure(error, this.#phase, { where, host }).message;
  }

  whyLate(): string {
    return `${this.#upstream.authority} ${whatIsMissing[this.#phase]} within ${this.#timeoutMs} ms.`;
  }
}
