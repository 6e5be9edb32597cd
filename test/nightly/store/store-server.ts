import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'iovalkey';
import { freePort } from '../../support/serve-here.ts';

/** Valkey or Redis of this machine. Undefined if it has none. */
export const storeProgram = ['valkey-server', 'redis-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);

type Options = Readonly<Record<string, string | number>>;

/** A store of its own for a test, which can be stopped and started again with its data. */
export class StoreServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  readonly #more: Options;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string, more: Options) {
    this.port = port;
    this.#folder = folder;
    this.#more = more;
  }

  /** @param more options of the program beside those of every test */
  static async start(more: Options = {}): Promise<StoreServer> {
    const server = new StoreServer(await freePort(), mkdtempSync(join(tmpdir(), 'store-')), more);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = {
      port: this.port,
      bind: '127.0.0.1',
      save: '',
      appendonly: 'yes',
      appendfsync: 'always',
      dir: this.#folder,
      ...this.#more,
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    this.#process = spawn(storeProgram ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    for await (const part of this.#process.stdout ?? []) {
      output += `${part}`;
      if (output.includes('Ready to accept')) return;
    }
    throw new Error(`the store did not start: ${output}`);
  }

  /** Stops it with everything that it has, or lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(name);
  }

  /** Ends it as an update of its machine does: nothing that it confirmed is lost. */
  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGCONT');
    running.kill('SIGTERM');
    await ended;
  }

  /** Runs one command on a connection of its own. */
  async command<T>(run: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.port, '127.0.0.1').on('error', () => {});
    try {
      return await run(redis);
    } finally {
      redis.disconnect();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Stands between processes and a store, loses replies, and stops forwarding without a sign. */
export class LossyProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #clients = new Set<Socket>();
  readonly #stores = new Set<Socket>();
  #stalls = false;
  #losesNext = false;
  /** Of so many replies, one is lost with its connection. 0: none. */
  every = 0;

  static async start(port: number): Promise<LossyProxy> {
    const proxy = new LossyProxy(port);
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(port: number) {
    let replies = 0;
    this.#server = createServer((client) => {
      const store = connect(port, '127.0.0.1');
      client.on('data', (asked) => store.write(asked));
      client.on('error', () => {}).on('close', () => store.destroy());
      store.on('error', () => {}).on('close', () => client.destroy());
      // The store did what it was asked.
      store.on('data', (reply) => {
        const isLost = this.#losesNext || (this.every > 0 && ++replies % this.every === 0);
        this.#losesNext = false;
        if (isLost) client.destroy();
        else client.write(reply);
      });
      for (const [all, socket] of [[this.#clients, client] as const, [this.#stores, store] as const]) {
        all.add(socket);
        socket.on('close', () => all.delete(socket));
        if (this.#stalls) socket.pause();
      }
    }).listen(0, '127.0.0.1');
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Loses the next reply. */
  loseNext(): void {
    this.#losesNext = true;
  }

  /** Forwards nothing until `resume`, not even that a connection was closed. `fresh`: also on new connections. */
  stall({ fresh }: { readonly fresh: boolean }): void {
    this.#stalls = fresh;
    for (const socket of [...this.#stores, ...this.#clients]) socket.pause();
  }

  /** What was sent meanwhile arrives late. */
  resume(): void {
    this.#stalls = false;
    for (const socket of [...this.#stores, ...this.#clients]) socket.resume();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of [...this.#stores, ...this.#clients]) socket.destroy();
    this.#server.close();
  }
}
