import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitFor } from '../../src/cli/exit.ts';
import { newFolder } from '../support/new-folder.ts';
import { main, runProgram, startShell } from '../support/run-program.ts';
import { client, clientFolder, expectsCancelled, matrix } from './run-matrix.ts';

/** Runs a matrix that is refused. */
async function refused(args: readonly string[]) {
  const error: unknown = await matrix(newFolder(), args).catch((thrown: unknown) => thrown);
  return exitFor(error, false);
}

const only = ['--only', 'cancelled-in-list=remove'];

test('names the behaviour on which a client depends, and the command that repeats it', async () => {
  const folder = clientFolder(expectsCancelled);
  const summary = join(folder, 'summary.md');
  const { out, err, code } = await matrix(
    folder,
    ['--no-faults', '--report', `json=${join(folder, 'matrix.json')}`, ...client],
    { GITHUB_STEP_SUMMARY: summary },
  );
  expect(code).toBe(1);
  expect(out).toMatch(/bash client\.sh relies on: a cancelled order stays listed/);
  expect(out).toMatch(/matrix .*--only cancelled-in-list=remove .*-- bash client\.sh/);
  expect(err).toMatch(/^matrix: \d+ runs if the tests pass in all of them, more if they fail\n/);
  expect(out).toMatch(
    /Coverage .*\n.*401 of the list.*\n.*401 of a cancel.*\n {2}No test met a 404: the handle "missing"/,
  );
  expect(readFileSync(join(folder, 'matrix.json'), 'utf8')).toMatch(/"cancelled-in-list": ?"remove"/);
  expect(readFileSync(summary, 'utf8')).toMatch(/cancelled-in-list=remove/);
});

test('with an observed profile, tells that what fails in the baseline breaks today', async () => {
  const folder = clientFolder(expectsCancelled);
  const profile = (choice: string): string =>
    `profile: vary\ngaps: { cancelled-in-list: ${choice} }\nobserved: { target: a, level: cancel, at: "2026-11-22T00:00:00Z", gaps: {} }\n`;
  const file = join(folder, 'staging.yaml');
  const args = ['--profile', file, ...only, ...client];
  writeFileSync(file, profile('keep'));
  expect((await matrix(folder, args)).code).toBe(1);
  writeFileSync(file, profile('remove'));
  const today = await matrix(folder, args);
  expect([today.code, today.out]).toEqual([3, expect.stringMatching(/breaks today/)]);
});

test('a baseline that fails shows its refused requests with the explanation of the simulator, and no coverage', async () => {
  const lines = `
exec 3<>"/dev/tcp/127.0.0.1/\${url##*:}"
printf 'GET /store/orders HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n' >&3
cat <&3 >/dev/null
exit 1`;
  const { code, out } = await matrix(clientFolder(lines), ['--no-faults', ...client]);
  expect(code).toBe(3);
  expect(out).toContain(
    'Refused: GET /store/orders: 404. No operation has this path. The version is part of the base address: "/v1/store/orders".',
  );
  expect(out).not.toContain('Coverage');
});

test('shows the output of a baseline that fails, and that of others on demand', async () => {
  const failing = await matrix(clientFolder('echo broken; exit 4'), client);
  expect([failing.code, failing.out]).toEqual([3, expect.stringMatching(/fails without any change/)]);
  expect(failing.err).toMatch(/^--- run \d, baseline: exit code 4 ---\nbroken\n/);
  const folder = clientFolder(`${expectsCancelled} || { echo lost; exit 1; }`);
  expect((await matrix(folder, [...only, ...client])).err).not.toMatch(/lost/);
  expect((await matrix(folder, [...only, '--show-output', 'failed', ...client])).err).toMatch(
    /--- run \d+, cancelled-in-list=remove: exit code 1 ---\nlost\n/,
  );
});

test('--accept makes a known assumption no failure, and says if it is no longer found', async () => {
  const folder = clientFolder(expectsCancelled);
  const accept = ['--accept', 'cancelled-in-list=remove', '--accept', 'list-order=by-id'];
  expect(await matrix(folder, [...accept, ...only, ...client])).toMatchObject({ code: 0 });
  const { out, code } = await matrix(folder, [...accept, '--no-faults', ...client]);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('list-order=by-id is accepted, and was not found any more'),
  ]);
  expect(out).not.toContain('cancelled-in-list=remove is accepted, and');
  expect((await refused(['--accept', 'nothing', ...client])).exitCode).toBe(2);
});

test('gives the command the variables of --env, and removes the folder of each run', async () => {
  const folder = clientFolder(
    'echo "$MY_URL $MY_ORDER $STORE_ORDERS_RUN_FOLDER" >>lines; [ -n "$SIM_CELL" ] && request GET /store/orders >/dev/null',
  );
  const env = ['--env', 'MY_URL={origin}|{baseUrl}', '--env', 'MY_ORDER={handle:pending}'];
  await matrix(folder, [...env, '--only', 'baseline', ...client]);
  const [line = ''] = readFileSync(join(folder, 'lines'), 'utf8').split('\n');
  expect(line).toMatch(/^(http:\/\/127\.0\.0\.1:\d+)\|\1\/v1 48250918 \//);
  expect(existsSync(line.split(' ')[2] ?? '')).toBe(false);
});

test.each([
  [[], /matrix has no command to run; expected your tests after --/],
  [['--env', 'A={baseurl}', '--', 'true'], /--env has no placeholder \{baseurl\}; did you mean "baseUrl"\?/],
  [['--only', 'cancelled-in-lists=remove', '--', 'true'], /--only there is no gap "cancelled-in-lists"/],
  [['--report', 'xml=r', '--', 'true'], /--report cannot be "xml=r"/],
])('refuses %j', async (args, message) => {
  const { lines, exitCode } = await refused(args);
  expect(lines.join('\n')).toMatch(message);
  expect(exitCode).toBe(2);
});

test('explains a folder for temporary files that cannot be written', async () => {
  expect(
    await runProgram(main, ['matrix', '--', 'true'], { variables: { TMPDIR: '/nowhere' } }),
  ).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(
      /^error: \/nowhere cannot hold the files of a run \(ENOENT\); free some space/,
    ),
  });
});

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
