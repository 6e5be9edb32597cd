import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'iovalkey';

/** Valkey or Redis of this machine. Undefined if it has none. */
export const storeProgram = ['valkey-server', 'redis-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);

/** A store of its own for a test, which can be stopped and started again with its data. */
export class StoreServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  static async start(): Promise<StoreServer> {
    const server = new StoreServer(await freePort(), mkdtempSync(join(tmpdir(), 'store-')));
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
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    this.#process = spawn(storeProgram ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of this.#process.stdout ?? []) if (`${line}`.includes('Ready to accept')) return;
    throw new Error('the store did not start');
  }

  /** Ends it as an update of its machine does: nothing that it confirmed is lost. */
  async stop(): Promise<void> {
    const ended = this.#process && once(this.#process, 'exit');
    this.#process?.kill('SIGTERM');
    await ended;
  }

  /** Runs one command on a connection of its own. */
  async command<T>(run: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.port, '127.0.0.1');
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
