import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../../src/version.ts';
import { docker, image } from '../../e2e/image/docker.ts';
import { newFolder } from '../../support/new-folder.ts';
import { runToEnd } from '../../support/run-to-end.ts';
import { freePort } from '../../support/serve-here.ts';

type Texts = Readonly<Record<string, string>>;

const root = fileURLToPath(packageRoot);
const { inputs: declared } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));

/** Runs the script of the action as GitHub does, with default inputs except those given. */
async function act(inputs: Texts, variables: Texts = {}) {
  const cwd = newFolder();
  const values = Object.keys(declared).map((name) => [
    `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
    { image, ...inputs }[name] ?? declared[name].default,
  ]);
  const files = { GITHUB_OUTPUT: join(cwd, 'output'), GITHUB_STEP_SUMMARY: join(cwd, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  const env = { ...process.env, ...Object.fromEntries(values), ...files, ...variables };
  const ended = await runToEnd([join(root, 'action/run.sh')], { cwd, env });
  const lines = readFileSync(files.GITHUB_OUTPUT, 'utf8').matchAll(/^([^=]+)=(.*)$/gm);
  const outputs = new Map([...lines].map(([, name = '', value = '']) => [name, value]));
  return { ...ended, output: (name: string): string => outputs.get(name) ?? '' };
}

const sizesOf = (files: readonly string[]) => files.map((file) => statSync(file).size > 100);

test('the action serves, and checks what it serves', async () => {
  // The simulator knows the address of a port that the action has published.
  const { code, stdout, output } = await act({
    port: `${await freePort()}`,
    'control-port': '0',
    seed: '42',
  });
  try {
    expect(code).toBe(0);
    expect(stdout).toContain(`::add-mask::${output('control-token')}`);
    const headers = { Authorization: `Bearer ${output('control-token')}` };
    const shown = await fetch(`${output('control-url')}/environments`, { headers });
    const target = output('base-url');
    expect(JSON.parse(await shown.text()).environments[0].baseUrl).toBe(target);
    const checked = await act({ command: 'check', target, level: 'probe', arguments: '--wait 5' });
    expect([checked.code, checked.output('exit-code')]).toEqual([0, '0']);
    const reports = ['report-json', 'report-junit', 'report-html'].map(checked.output);
    expect(sizesOf(reports)).toEqual([true, true, true]);
  } finally {
    await docker('rm', '--force', '--volumes', output('container'));
  }
});

test('the action fails with the exit code of the checker, and with the log of a failed start', async () => {
  const unreached = await act({ command: 'check', target: 'http://127.0.0.1:9/v1' });
  expect([unreached.code, unreached.output('exit-code')]).toEqual([3, '3']);
  const unserved = await act({ scenario: 'mixd', port: '0', 'control-port': '0' });
  expect([unserved.code, unserved.stderr]).toEqual([2, expect.stringContaining('did you mean "mixed"')]);
  const misspelled = await act({ command: 'srve' });
  expect([misspelled.code, misspelled.stdout]).toEqual([
    2,
    expect.stringContaining('expected serve, check or matrix'),
  ]);
});

test('on a self-hosted runner, the next run of a job removes what the last one left, and nothing else', async () => {
  const job = { GITHUB_JOB: `job-${process.pid}`, GITHUB_ACTION: '__one', RUNNER_NAME: 'own' };
  const ids: string[] = [];
  try {
    for (const variables of [
      { GITHUB_RUN_ID: '1' },
      { GITHUB_RUN_ID: '1', GITHUB_ACTION: '__two' },
      { GITHUB_RUN_ID: '2' },
    ])
      ids.push((await act({ port: '0', 'control-port': '0' }, { ...job, ...variables })).output('container'));
    const lives = async (id: string) => (await docker('inspect', id)).code === 0;
    expect(await Promise.all(ids.map(lives))).toEqual([false, true, true]);
  } finally {
    await docker('rm', '--force', '--volumes', ...ids);
  }
});

/** Fails where a cancelled order is no longer listed, and writes that to a JUnit XML file. */
const tests = [
  'curl -s -X DELETE -H "Authorization: Bearer $STORE_ORDERS_API_KEY" "$STORE_ORDERS_BASE_URL/store/orders/48250918"',
  'curl -s -H "Authorization: Bearer $STORE_ORDERS_API_KEY" "$STORE_ORDERS_BASE_URL/store/orders" | grep -q 48250918 && exit 0',
  `printf '<testsuite name="refund"><testcase name="is listed"><failure/></testcase></testsuite>' > "$STORE_ORDERS_RUN_FOLDER/r.xml"; exit 1`,
].join('; ');

test('the action runs tests on this machine in a matrix, with the program of the image, and names those that fail', async () => {
  const { code, output } = await act({ command: 'matrix', tests, arguments: '--no-faults' });
  expect([code, output('exit-code')]).toEqual([1, '1']);
  const { assumptions } = JSON.parse(readFileSync(output('report-json'), 'utf8'));
  expect(assumptions).toMatchObject([
    { cell: { text: 'cancelled-in-list=remove' }, outcome: { tests: ['refund › is listed'] } },
  ]);
  expect(sizesOf(['report-junit', 'report-html'].map(output))).toEqual([true, true]);
});
