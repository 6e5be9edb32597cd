import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'iovalkey';
import { freePort } from '../../test/helpers/free-port.ts';
import { cpuSeconds, has, pinned } from '../machine.ts';

/** Valkey or Redis of this machine. Undefined if it has none. */
export const storeProgram: string | undefined = ['valkey-server', 'redis-server'].find(has);

/** A store for simulators, with the settings that the page asks for. */
export type StoreProcess = AsyncDisposable & {
  readonly url: string;
  cpuSeconds(): number;
  /** The bytes of its data. */
  bytes(): Promise<number>;
};

/** Starts an empty store on the core of servers. */
export async function startStore(): Promise<StoreProcess> {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'store-'))];
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const [program = '', ...args] = pinned([storeProgram ?? '', ...settings, '--appendonly', 'yes'], 'server');
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const redis = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  await redis.ping();
  return {
    url: `redis://127.0.0.1:${port}`,
    cpuSeconds: () => cpuSeconds(child.pid ?? 0),
    bytes: async () => Number(/used_memory_dataset:(\d+)/.exec(await redis.info('memory'))?.[1]),
    [Symbol.asyncDispose]: async () => {
      redis.disconnect();
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
