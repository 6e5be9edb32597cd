import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Valkey or Redis server of a test. */
export type TestValkey = AsyncDisposable & {
  readonly port: number;
  /** Its address, with a prefix of its own for each call. */
  address(prefix?: string): string;
  /** Ends the process at once. */
  kill(): Promise<void>;
  /** Starts a new process on the same port, with what is left on the disk. */
  restart(): Promise<void>;
  /** Stops or continues the process, so that it does not respond. */
  pause(paused: boolean): void;
  /** Runs a command. */
  command(...args: readonly string[]): string;
};

/** Starts the server that is installed: Valkey, or else Redis. Data is in memory unless `extra` says otherwise. */
export async function startValkey(extra: readonly string[] = []): Promise<TestValkey> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'valkey-'));
  let server = await start(port, folder, extra);
  let prefixes = 0;
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  };
  return {
    port,
    address: (prefix = `test-${++prefixes}`) => `valkey://127.0.0.1:${port}?prefix=${prefix}&timeout=1000`,
    kill,
    restart: async () => {
      server = await start(port, folder, extra);
    },
    pause: (paused) => void server.kill(paused ? 'SIGSTOP' : 'SIGCONT'),
    command: (...args) => execFileSync(tool('cli'), ['-p', `${port}`, ...args], { encoding: 'utf8' }),
    [Symbol.asyncDispose]: async () => {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

/** Starts a Sentinel that watches a server as `primary` and promotes a replica soon after the server is gone. */
export async function startSentinel(primary: number): Promise<AsyncDisposable & { readonly port: number }> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sentinel-'));
  const file = join(folder, 'sentinel.conf');
  const settings = ['down-after-milliseconds primary 1000', 'failover-timeout primary 3000'];
  await writeFile(
    file,
    [
      `port ${port}`,
      `dir ${folder}`,
      `sentinel monitor primary 127.0.0.1 ${primary} 1`,
      ...settings.map((setting) => `sentinel ${setting}`),
    ].join('\n'),
  );
  const sentinel = spawn(tool('server'), [file, '--sentinel'], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of sentinel.stdout) if (String(chunk).includes('+monitor')) break;
  sentinel.stdout.resume();
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      const exited = once(sentinel, 'exit');
      sentinel.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

async function start(port: number, folder: string, extra: readonly string[]): Promise<ChildProcess> {
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...extra];
  const server = spawn(tool('server'), args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of server.stdout ?? []) if (String(chunk).includes('Ready to accept')) break;
  server.stdout?.resume();
  return server;
}

function tool(kind: 'server' | 'cli'): string {
  for (const name of [`valkey-${kind}`, `redis-${kind}`]) {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return name;
    } catch {
      // Not installed.
    }
  }
  throw new Error(`install valkey-server or redis-server: ${kind} not found`);
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
