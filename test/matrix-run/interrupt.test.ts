import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientFolder } from '../cli/run-matrix.ts';
import { main, startShell } from '../support/run-program.ts';

/** Passes three times, and then hangs with a child; `$wait` is how it waits. */
const hangsLater = (wait: string): string => `
request GET /store/orders >/dev/null
echo run >>"$0.log"
[ $(wc -l <"$0.log") -le 3 ] && exit 0
${wait}
sh -c 'echo $$ >>pids; sleep 600' &
echo $$ >>pids
wait; sleep 600`;

const isRunning = (pid: string): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

async function interrupt(wait: string, signals: readonly NodeJS.Signals[]) {
  const folder = clientFolder(hangsLater(wait));
  const pids = join(folder, 'pids');
  const args = `--no-faults --jobs 1 --report json=r.json -- bash client.sh`;
  const program = startShell(`cd ${folder} && exec "$0" ${main} matrix ${args}`);
  const lines = () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n') : []);
  while (lines().length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const signal of signals) program.child.kill(signal);
  const ended = await program.ended;
  // A killed process ends a moment later.
  while (lines().some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 10));
  return { ...ended, folder };
}

test('SIGTERM ends the command with its children, and writes the reports of what is known', async () => {
  const { code, stdout, folder } = await interrupt('', ['SIGTERM']);
  expect(code).toBe(130);
  expect(stdout).toMatch(/was interrupted after 3 runs/);
  expect(JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8'))).toBeTypeOf('object');
});

test('a second signal ends everything at once, also a command that ignores signals', async () => {
  const { code, folder } = await interrupt('trap "" INT TERM HUP; echo "$STORE_ORDERS_RUN_FOLDER" >folder', [
    'SIGINT',
    'SIGTERM',
  ]);
  expect(code).toBe(130);
  expect(existsSync(join(folder, 'r.json'))).toBe(false);
  expect(existsSync(readFileSync(join(folder, 'folder'), 'utf8').trim())).toBe(false);
});
