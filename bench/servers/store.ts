import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { has } from '../machine.ts';

/** A program of a benchmark that listens on a port. */
export type Listening = AsyncDisposable & { readonly port: number };

/** The name of the installed store server, if there is one. */
export const storeServer: string | undefined = ['valkey-server', 'redis-server'].find(has);

/** Starts an empty store server that writes nothing to the disk. */
export async function startStore(): Promise<Listening> {
  const port = await freePort();
  return listening(storeServer ?? 'valkey-server', ['--port', `${port}`, '--save', ''], port);
}

/** Starts HAProxy in front of servers. It gives each connection to the next of them. */
export async function startBalancer(origins: readonly string[]): Promise<Listening> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'balancer-'));
  const file = join(folder, 'haproxy.cfg');
  const servers = origins.map((origin, at) => `  server s${at} ${new URL(origin).host}`);
  const timeouts = ['connect', 'client', 'server'].map((what) => `  timeout ${what} 60s`);
  const lines = ['defaults', '  mode http', ...timeouts, 'listen all', `  bind 127.0.0.1:${port}`];
  await writeFile(file, `${[...lines, '  balance roundrobin', ...servers].join('\n')}\n`);
  const balancer = await listening('haproxy', ['-f', file], port);
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      await balancer[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

async function listening(program: string, args: readonly string[], port: number): Promise<Listening> {
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const accepted = new Promise<boolean>((resolve) => {
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  });
  return accepted.finally(() => socket.destroy());
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
