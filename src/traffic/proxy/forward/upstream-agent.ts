import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { describeParseError, isParseError } from '../../../contract/http1/received-message.ts';
import { describeFailure, type Failure, type Phase, whatIsMissing } from '../../../http/endpoint.ts';
import { connectToUpstream, type Upstream } from '../upstream.ts';

/**
 * Opens the connection of one client to the upstream, and only one at a time: what one side does to its connection happens to
 * the other, so that no request is ever repeated.
 */
export class UpstreamAgent extends Agent {
  /** Called when the upstream closes its connection. */
  onClose: () => void = () => {};
  /** Called when no byte of an exchange came or went in time. Undefined between two exchanges. */
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
    // Nothing was asked for.
    socket.on('data', () => void (this.onIdle === undefined && socket.destroy()));
    socket.setTimeout(this.#timeoutMs).on('timeout', () => this.onIdle?.());
    socket.on('close', () => this.onClose());
    return socket;
  }

  /** Each exchange would set options of the socket again. */
  override keepSocketAlive(): boolean {
    return true;
  }

  describe(error: NodeJS.ErrnoException): Failure {
    if (isParseError(error)) return describeParseError(error);
    const { authority: where, host } = this.#upstream;
    if (this.#phase === 'talking' && error.message === 'socket hang up')
      return { reason: 'reset', message: `${where} closed the connection without a response.` };
    return describeFailure(error, this.#phase, { where, host });
  }

  whyLate(): Failure {
    const { authority: where } = this.#upstream;
    return {
      reason: 'timeout',
      message: `${where} ${whatIsMissing[this.#phase]} within ${this.#timeoutMs} ms.`,
    };
  }
}
