import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { describeFailure, type Peer, type Phase, whatIsMissing } from '../../../http/connection-failure.ts';
import { connectToProxy, type HttpProxy, requestTunnel } from '../../../http/http-proxy.ts';
import { resetConnection } from '../../../http/reset-connection.ts';
import { connectToUpstream, socketOptions, type Upstream } from './upstream.ts';

/** What happens on a connection to the upstream. Nothing happens after `ended`, `broke`, or `destroy`. */
export type UpstreamEvents = {
  data(bytes: Buffer): void;
  drain(): void;
  ended(): void;
  /** The connection broke, or could not be opened. */
  broke(why: string): void;
  /** No byte passed for the time that an upstream has. */
  idle(): void;
};

// Chunks of a request that wait for a tunnel.
const maxLater = 16;

export class UpstreamConnection {
  #socket: Socket;
  readonly #upstream: Upstream;
  readonly #security: SecureContext | undefined;
  readonly #timeoutMs: number;
  readonly #events: UpstreamEvents;
  #phase: Phase = 'connecting';
  /** What to do when the proxy has opened a tunnel; undefined without a proxy, and afterwards. */
  #later: (() => void)[] | undefined;

  /** @param security from `securityOf` */
  constructor(
    upstream: Upstream,
    security: SecureContext | undefined,
    timeoutMs: number,
    events: UpstreamEvents,
  ) {
    this.#upstream = upstream;
    this.#security = security;
    this.#timeoutMs = timeoutMs;
    this.#events = events;
    const { proxy } = upstream;
    this.#socket = proxy === undefined ? connectToUpstream(upstream, security) : this.#connectTo(proxy);
    this.#guard(this.#socket);
    if (proxy === undefined) this.#read(this.#socket);
    else this.#later = [];
  }

  #connectTo(proxy: HttpProxy): Socket {
    const options = { ...socketOptions, ...(this.#security && { secureContext: this.#security }) };
    const socket = connectToProxy(proxy, options, () => {
      this.#phase = 'tunnelling';
      requestTunnel(socket, proxy, this.#upstream.where, (refusal) => {
        if (refusal === undefined) return this.#useTunnel(socket);
        socket.destroy();
        this.#events.broke(refusal);
      });
    });
    return socket;
  }

  #useTunnel(tunnel: Socket): void {
    const { secure } = this.#upstream;
    this.#phase = secure ? 'securing' : 'talking';
    this.#socket = connectToUpstream(this.#upstream, this.#security, tunnel);
    if (this.#socket !== tunnel) this.#guard(this.#socket);
    this.#read(this.#socket);
    const later = this.#later ?? [];
    this.#later = undefined;
    for (const act of later) act();
    this.#socket.resume();
    this.#events.drain();
  }

  /** Reports how a socket ends or waits, while it is the current one: TLS may replace that of a tunnel. */
  #guard(socket: Socket): void {
    const { ended, broke, idle } = this.#events;
    const isCurrent = (): boolean => socket === this.#socket;
    socket.on('error', (error) => {
      if (isCurrent()) broke(describeFailure(error, this.#phase, this.#peer()).message);
    });
    socket.on('close', () => {
      if (isCurrent()) ended();
    });
    socket.setTimeout(this.#timeoutMs);
    socket.on('timeout', () => {
      if (!isCurrent()) return;
      idle();
      // The next one: it is raised once.
      socket.setTimeout(this.#timeoutMs);
    });
  }

  #read(socket: Socket): void {
    socket.on('connect', () => {
      this.#phase = this.#upstream.secure ? 'securing' : 'talking';
    });
    socket.on('secureConnect', () => {
      this.#phase = 'talking';
    });
    socket.on('data', this.#events.data);
    socket.on('drain', this.#events.drain);
    socket.on('end', this.#events.ended);
  }

  /** The other end in this phase: the proxy, or the upstream. */
  #peer(): Peer {
    const { proxy, authority: where, host } = this.#upstream;
    const toProxy = this.#phase === 'connecting' || this.#phase === 'tunnelling';
    return toProxy && proxy !== undefined ? proxy : { where, host };
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
    if (this.#later !== undefined) return this.#later.push(() => this.write(data)) < maxLater;
    return typeof data === 'string' ? this.#socket.write(data, 'latin1') : this.#socket.write(data);
  }

  whyLate(): string {
    return `${this.#peer().where} ${whatIsMissing[this.#phase]} within ${this.#timeoutMs} ms.`;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  end(): void {
    if (this.#later === undefined) this.#socket.end();
    else this.#later.push(() => this.end());
  }

  reset(): void {
    resetConnection(this.#socket);
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
