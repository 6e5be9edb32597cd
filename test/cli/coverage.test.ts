import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coverageCommand } from '../../src/cli/coverage.ts';
import { UserError } from '../../src/user-error.ts';
import { call, list, openControl } from '../simulator/control-api/open-control.ts';
import { newFolder } from '../support/new-folder.ts';

async function coverage(args: readonly string[], env = {}) {
  let [out, err, code] = ['', '', 0];
  const command = coverageCommand({
    env,
    cwd: '.',
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
    onInterrupt: () => {},
    onExit: () => {},
    setExitCode: (given) => {
      code = given;
    },
  });
  const quiet = command.exitOverride().configureOutput({ outputError: () => {} });
  await quiet.parseAsync(args, { from: 'user' });
  return { out, err, code };
}

/** Writes what the tests of one shard met to a file. */
async function shard(folder: string, name: string, ids: readonly string[]): Promise<string> {
  await using opened = await openControl();
  const environment = await opened.control.createEnvironment({
    scenario: { orders: [{ id: 1 }, { id: 2, status: 'shipped' }] },
  });
  await list(environment);
  for (const id of ids) await call(environment, 'DELETE', `/store/orders/${id}`);
  const file = join(folder, name);
  await writeFile(file, JSON.stringify(await opened.control.coverage()));
  return file;
}

const nothing = { outcomes: {}, ids: {}, gaps: {}, faults: {}, actors: {}, races: {} };

test('the command coverage adds up what the shards of a suite met, and names each hole with what fills it', async () => {
  const folder = newFolder();
  const files = [
    await shard(folder, 'one.json', ['1', '2']),
    await shard(folder, 'two.json', ['404', 'abc']),
  ];
  const report = [
    '--report',
    `json=${join(folder, 'all.json')}`,
    '--report',
    `html=${join(folder, 'all.html')}`,
  ];
  const { out, code } = await coverage([...files, ...report]);
  expect(code).toBe(0);
  expect(out).toMatch(/^✔ the tests met \d+ of \d+ points\n {2}2 files, 6 responses\n/);
  expect(out).toMatch(
    /outcomes 66 % +✔ listOrders 200, ✘ listOrders 401, ✔ cancelOrder 204, ✘ cancelOrder 401/,
  );
  expect(out).toMatch(/ids 50 % +✘ negative, ✘ beyond-2\^53, ✔ unknown, ✔ malformed/);
  expect(out).toContain(
    '\nHoles\n  No test met a 401 of the list: a request without a valid key provokes it.\n',
  );
  const merged = JSON.parse(await readFile(join(folder, 'all.json'), 'utf8'));
  expect(merged.outcomes).toMatchObject({ 'listOrders 200': 2, 'cancelOrder 204': 1, 'cancelOrder 409': 1 });
  expect(await readFile(join(folder, 'all.html'), 'utf8')).toContain('points met');
  // A merged file is as good as its parts.
  expect((await coverage([join(folder, 'all.json')])).out.split('\n').slice(2)).toEqual(
    out.split('\n').slice(2),
  );
});

test('a group below --min of the command coverage ends with exit code 3, and is named with what is missing', async () => {
  const folder = newFolder();
  const file = await shard(folder, 'one.json', ['1', '2']);
  const { out, code } = await coverage([file, '--min', 'outcomes=100', '--min', 'ids=0', '--min', 'gaps=1']);
  expect([out.split('\n', 1)[0], code]).toEqual([
    expect.stringMatching(/^✘ the tests met \d+ of \d+ points, outcomes 50 % of at least 100 %$/),
    3,
  ]);
  expect((await coverage([file, '--min', 'outcomes=50'])).code).toBe(0);
});

test('the command coverage appends its grid and its holes to the job summary', async () => {
  const folder = newFolder();
  const summary = join(folder, 'summary.md');
  await writeFile(summary, '# Tests\n');
  await coverage([await shard(folder, 'one.json', ['1'])], { GITHUB_STEP_SUMMARY: summary });
  const text = await readFile(summary, 'utf8');
  expect(text).toMatch(/^# Tests\n## ✔ Store Orders coverage/);
  expect(text).toContain('### Holes\n\n- No test met a 401 of the list\\:');
  expect(text).toContain('✔ listOrders 200 met 1 time');
});

test.each([
  ['a response of another route', '{"name":"production"}', 'unknown key "name"'],
  [
    'a count that is no number',
    JSON.stringify({ ...nothing, ids: { negative: 'many' } }),
    'ids.negative is "many"; expected an integer',
  ],
  ['half of a file', '{"outcomes":', 'coverage.json:1:13'],
])('the command coverage refuses %s, with its place', async (_what, text, message) => {
  const folder = newFolder();
  const file = join(folder, 'coverage.json');
  await writeFile(file, text);
  const refused = await coverage([file]).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UserError);
  expect(String(refused)).toContain(message);
});

test.each(['outcomes', 'outcomes=101', 'codes=100', 'outcomes=-1'])(
  'the command coverage refuses --min %s with the form that it expects',
  async (least) => {
    await expect(coverage(['any.json', '--min', least])).rejects.toThrow(
      `--min cannot be "${least}"; expected GROUP=PERCENT with one of outcomes, ids, gaps, faults, actors`,
    );
  },
);
