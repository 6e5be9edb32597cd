import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../../src/version.ts';
import { docker, type Ended, image } from '../../e2e/image/docker.ts';
import { freePort } from '../../support/free-port.ts';
import { folder, run } from './run-program.ts';

const root = fileURLToPath(packageRoot);

/** Runs the script of the action as GitHub does, with default inputs except those given. */
async function act(
  inputs: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended & { outputs: Map<string, string> }> {
  const work = await folder();
  const declared = parse(await readFile(join(root, 'action.yml'), 'utf8')).inputs;
  const values = Object.keys(declared).map((name) => [
    `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
    inputs[name] ?? declared[name].default,
  ]);
  const files = { GITHUB_OUTPUT: join(work, 'output'), GITHUB_STEP_SUMMARY: join(work, 'summary') };
  for (const file of Object.values(files)) await writeFile(file, '');
  const ended = await run(
    join(root, 'action/run.sh'),
    [],
    { ...Object.fromEntries(values), ...files, ...variables },
    work,
  );
  const lines = (await readFile(files.GITHUB_OUTPUT, 'utf8')).trim().split('\n');
  const outputs = new Map(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  return { ...ended, outputs };
}

test('the action serves, and checks what it serves', async () => {
  // The simulator knows the address of a port that the action has published.
  const port = `${await freePort()}`;
  const served = await act({ image, scenario: 'mixed', port, 'control-port': '0', seed: '42' });
  expect([served.code, served.stderr]).toEqual([0, '']);
  const output = (name: string): string => served.outputs.get(name) ?? '';
  try {
    expect(served.stdout).toContain(`::add-mask::${output('control-token')}`);
    const headers = { Authorization: `Bearer ${output('control-token')}` };
    const environments = await fetch(`${output('control-url')}/environments`, { headers });
    expect(environments.status).toBe(200);
    expect(JSON.parse(await environments.text()).environments[0].baseUrl).toBe(output('base-url'));
    const target = output('base-url');
    const checked = await act({ image, command: 'check', target, level: 'probe', arguments: '--wait 5' });
    expect([checked.code, checked.outputs.get('exit-code')]).toEqual([0, '0']);
    for (const report of ['report-json', 'report-junit', 'report-html'])
      expect((await stat(checked.outputs.get(report) ?? '')).size).toBeGreaterThan(100);
  } finally {
    await docker('rm', '--force', '--volumes', output('container'));
  }
});

test('the action fails with the exit code of the checker, and with the log of a failed start', async () => {
  const unreached = await act({ image, command: 'check', target: 'http://127.0.0.1:9/v1' });
  expect([unreached.code, unreached.outputs.get('exit-code')]).toEqual([3, '3']);
  const unserved = await act({ image, scenario: 'mixd', port: '0', 'control-port': '0' });
  expect(unserved.stderr).toContain('did you mean "mixed"');
  expect(unserved.code).toBe(2);
  const misspelled = await act({ image, command: 'srve' });
  expect([misspelled.code, misspelled.stdout.trim()]).toEqual([
    2,
    '::error title=store-orders-sim::the input command is "srve"; expected serve, check or matrix',
  ]);
});

test('on a self-hosted runner, the next run of a job removes what the last one left, and nothing else', async () => {
  const job = { GITHUB_JOB: `job-${process.pid}`, GITHUB_ACTION: '__one', RUNNER_NAME: 'own' };
  const serve = (variables: Readonly<Record<string, string>>) =>
    act({ image, port: '0', 'control-port': '0' }, { ...job, ...variables });
  const ids: string[] = [];
  try {
    for (const variables of [
      { GITHUB_RUN_ID: '1' },
      { GITHUB_RUN_ID: '1', GITHUB_ACTION: '__two' },
      { GITHUB_RUN_ID: '2' },
    ]) {
      const served = await serve(variables);
      expect(served.code).toBe(0);
      ids.push(served.outputs.get('container') ?? '');
    }
    const lives = async (id: string) => (await docker('inspect', id)).code === 0;
    expect(await Promise.all(ids.map(lives))).toEqual([false, true, true]);
  } finally {
    await docker('rm', '--force', '--volumes', ...ids);
  }
});

/** Fails where a cancelled order is no longer listed, and writes that to a JUnit XML file. */
const listed = [
  'curl -s -X DELETE -H "Authorization: Bearer $STORE_ORDERS_API_KEY" "$STORE_ORDERS_BASE_URL/store/orders/48250918"',
  'curl -s -H "Authorization: Bearer $STORE_ORDERS_API_KEY" "$STORE_ORDERS_BASE_URL/store/orders" | grep -q 48250918 && exit 0',
  `printf '<testsuite name="refund"><testcase name="is listed"><failure/></testcase></testsuite>' > "$STORE_ORDERS_RUN_FOLDER/r.xml"; exit 1`,
].join('; ');

test('the action runs tests on this machine in a matrix, with the program of the image, and names those that fail', async () => {
  const flags = '--no-faults';
  const ended = await act({ image, command: 'matrix', tests: listed, arguments: flags });
  expect([ended.code, ended.outputs.get('exit-code')]).toEqual([1, '1']);
  const { assumptions } = JSON.parse(await readFile(ended.outputs.get('report-json') ?? '', 'utf8'));
  expect(assumptions).toMatchObject([
    { cell: { text: 'cancelled-in-list=remove' }, outcome: { tests: ['refund › is listed'] } },
  ]);
  for (const report of ['report-junit', 'report-html'])
    expect((await stat(ended.outputs.get(report) ?? '')).size).toBeGreaterThan(100);
});
