import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { describeFailure, type Peer, type Phase, whatIsMissing } from '../../../http/connection-failure.ts';
import { connectToProxy, requestTunnel } from '../../../http/http-proxy.ts';
import { connectToUpstream, type Upstream } from '../upstream.ts';

type Created = (error: Error | null, socket: Duplex) => void;

/** Why a tunnel was not opened, as a sentence. */
class TunnelRefused extends Error {}
/** The proxy to the upstream did not open a tunnel in time. */
export class TunnelLate extends Error {}

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

  override createConnection(_options: unknown, created?: Created): Socket | undefined {
    const { proxy, where } = this.#upstream;
    if (proxy === undefined) return this.#watch(connectToUpstream(this.#upstream, this.#security));
    const security = this.#security && { secureContext: this.#security };
    const tunnel = connectToProxy(proxy, { noDelay: true, ...security }, () => {
      this.#phase = 'tunnelling';
      requestTunnel(tunnel, proxy, where, (refusal) => {
        tunnel.off('error', fail).setTimeout(0);
        if (refusal !== undefined) {
          fail(new TunnelRefused(refusal));
          return;
        }
        created?.(null, this.#watch(connectToUpstream(this.#upstream, this.#security, tunnel)));
        tunnel.resume();
      });
    });
    this.#socket = tunnel;
    const fail = (error: Error): void => {
      tunnel.destroy();
      created?.(error, tunnel);
    };
    tunnel.on('error', fail).setTimeout(this.#timeoutMs, () => fail(new TunnelLate(this.whyLate())));
    return undefined;
  }

  /** Each exchange would set options of the socket again. */
  override keepSocketAlive(): boolean {
    return true;
  }

  describe(error: Error): string {
    if (error instanceof TunnelRefused || error instanceof TunnelLate) return error.message;
    if (/^HPE_/.test(Reflect.get(error, 'code') ?? '')) return `Its response is malformed: ${error.message}.`;
    if (this.isOpen && error.message === 'socket hang up')
      return `${this.#upstream.authority} closed the connection without a response.`;
    return describeFailure(error, this.#phase, this.#peer()).message;
  }

  whyLate(): string {
    return `${this.#peer().where} ${whatIsMissing[this.#phase]} within ${this.#timeoutMs} ms.`;
  }

  /** The other end in this phase: the proxy, or the upstream. */
  #peer(): Peer {
    const { proxy, authority: where, host } = this.#upstream;
    const toProxy = this.#phase === 'connecting' || this.#phase === 'tunnelling';
    return toProxy && proxy !== undefined ? proxy : { where, host };
  }

  #watch(socket: Socket): Socket {
    const { secure } = this.#upstream;
    const talk = (): void => {
      this.#phase = 'talking';
    };
    this.#socket = socket;
    this.#phase = secure ? 'securing' : 'connecting';
    if (!socket.connecting && !secure) talk();
    socket.on('connect', () => {
      if (secure) this.#phase = 'securing';
      else talk();
    });
    socket.on('secureConnect', talk);
    // Before the parser of Node, which may refuse them.
    socket.on('data', (bytes: Buffer) => {
      if (this.tap === undefined) socket.destroy();
      else this.tap(bytes);
    });
    socket.setTimeout(this.#timeoutMs).on('timeout', () => this.onIdle?.());
    socket.on('close', () => this.onClose());
    return socket;
  }
}
