import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';

/** Runs `npm start` in a process group of its own, so that nothing of it is left after the test. */
function npmStart() {
  const { PATH, HOME } = process.env;
  const args = ['start', '--', '--port', '0', '--control-port', '0'];
  const options = { cwd: fileURLToPath(packageRoot), env: { PATH, HOME }, detached: true } as const;
  const child = spawn('npm', args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // The whole group has ended.
    }
  });
  return child;
}

function isGone(group: number): boolean {
  try {
    return !process.kill(-group, 0);
  } catch {
    return true;
  }
}

test('SIGTERM to npm start ends the server', async () => {
  const child = npmStart();
  let text = '';
  child.stdout.setEncoding('utf8');
  for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
    text += part;
    if (text.includes(' ready: ')) break;
  }
  const baseUrl = / ready: (\S+)/.exec(text)?.[1] ?? '';
  expect((await fetch(`${baseUrl}/store/orders`)).status).toBe(401);
  child.stdout.resume();
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  // No process of its group is left.
  await expect.poll(() => isGone(child.pid ?? 0), { timeout: 60_000 }).toBe(true);
});
