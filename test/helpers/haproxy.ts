import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { closedPort } from './serve-here.ts';

/** Whether HAProxy is installed. */
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

/** HAProxy of Debian, which gives each connection to the next node. */
export async function openHaproxy(stack: AsyncDisposableStack, nodes: readonly string[]): Promise<string> {
  const port = await closedPort();
  const servers = nodes.map((origin, at) => `  server node-${at} ${new URL(origin).host}\n`);
  const config = `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
listen orders
  bind 127.0.0.1:${port}
  balance roundrobin
${servers.join('')}`;
  await runHaproxy(stack, config, port);
  return `http://127.0.0.1:${port}`;
}

/** Runs HAProxy with a configuration, and waits until it listens on a port. */
export async function runHaproxy(stack: AsyncDisposableStack, config: string, port: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'haproxy-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config);
  const haproxy = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' });
  stack.defer(async () => {
    const ended = once(haproxy, 'exit');
    haproxy.kill('SIGKILL');
    await ended;
  });
  while (haproxy.exitCode === null && !(await isOpen(port))) await setTimeout(20);
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
