import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { newFolder } from './new-folder.ts';
import { serveHere } from './serve-here.ts';

/** Whether HAProxy is installed. */
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

/**
 * HAProxy of Debian, which gives each connection to the next node. It cannot report a free port, so it listens at a file,
 * and a server of this process passes connections on to it.
 */
export async function openHaproxy(stack: AsyncDisposableStack, nodes: readonly string[]): Promise<string> {
  const path = join(newFolder(), 'haproxy.sock');
  const servers = nodes.map((origin, at) => `  server node-${at} ${new URL(origin).host}\n`);
  const config = `defaults
  mode http
  timeout connect 60s
  timeout client 60s
  timeout server 60s
listen orders
  bind ${path}
  balance roundrobin
${servers.join('')}`;
  await runHaproxy(stack, config, { path });
  const front = createServer({ allowHalfOpen: true }, (socket) => {
    const behind = connect({ path, allowHalfOpen: true });
    pipeline(socket, behind, socket, () => {});
  });
  return stack.use(await serveHere(front)).origin;
}

/** Runs HAProxy with a configuration, and waits until it listens on a port or at a file. */
export async function runHaproxy(
  stack: AsyncDisposableStack,
  config: string,
  at: { readonly port: number } | { readonly path: string },
): Promise<void> {
  const file = join(newFolder(), 'haproxy.cfg');
  await writeFile(file, config);
  const haproxy = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' });
  stack.defer(async () => {
    const ended = once(haproxy, 'exit');
    haproxy.kill('SIGKILL');
    await ended;
  });
  while (!(await isOpen(at))) {
    if (haproxy.exitCode !== null) throw new Error(`HAProxy ended with exit code ${haproxy.exitCode}`);
    await setTimeout(20);
  }
}

async function isOpen(at: { readonly port: number } | { readonly path: string }): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', ...at });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
