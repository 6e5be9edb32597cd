import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../src/index.ts';
import { packageRoot } from '../../src/version.ts';
import { hasCurl } from '../helpers/has-curl.ts';

const script = fileURLToPath(new URL('action/matrix.sh', packageRoot));
const lists = `curl -s -H "Authorization: Bearer $STORE_ORDERS_API_KEY" "$STORE_ORDERS_BASE_URL/store/orders"`;

/** Runs the tests as the action does, against a simulator of this process. */
async function runAction(tests: string, variables: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'action-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await using simulator = await startSimulator({ controlToken: 'token-for-tests' });
  const env = {
    ...process.env,
    STORE_ORDERS_URL: new URL(simulator.baseUrl).origin,
    STORE_ORDERS_BASE_URL: simulator.baseUrl,
    STORE_ORDERS_API_KEY: 'test-api-key',
    STORE_ORDERS_CONTROL_URL: simulator.controlUrl ?? '',
    STORE_ORDERS_CONTROL_TOKEN: 'token-for-tests',
    INPUT_TESTS: tests,
    INPUT_REPORTS: join(folder, 'reports'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    ...variables,
  };
  const ended = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile('bash', [script], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
  const report = await readFile(join(folder, 'reports/matrix.json'), 'utf8').catch(() => '{}');
  const summary = await readFile(join(folder, 'summary.md'), 'utf8').catch(() => '');
  return { ...ended, report: JSON.parse(report), summary };
}

test.runIf(hasCurl)('the action names the unpromised behaviour on which tests depend', async () => {
  const { code, output, report, summary } = await runAction(`${lists} | grep -q 48254504`);
  expect([code, output]).toEqual([1, expect.stringMatching(/^run 1: passed\nat most \d+ runs\nrun 2: /)]);
  const cells = report.dependences.map(({ cell }: { cell: { text: string } }) => cell.text);
  expect(cells).toContain('cancelled-in-list=remove');
  expect(report.command).toEqual(['sh', '-c', `${lists} | grep -q 48254504`]);
  expect(summary).toContain('relies on\\: a cancelled order stays listed');
});

test.runIf(hasCurl)('the action shows the output of tests that fail without any change', async () => {
  const { code, output, report } = await runAction(`${lists} >/dev/null; echo 'no "such" order'; exit 4`);
  expect(code).toBe(3);
  expect(output).toContain('no "such" order\n');
  expect(report.baseline.kind).toBe('failed');
});

test.runIf(hasCurl)('the action ends tests that hang', async () => {
  const { code, output } = await runAction(`${lists} >/dev/null; exec sleep 60`, { INPUT_TIMEOUT: '1' });
  expect([code, output]).toEqual([3, expect.stringContaining('run 1: hung')]);
});

test.runIf(hasCurl)('the action reports why the control API refuses it', async () => {
  const { code, output } = await runAction('true', { STORE_ORDERS_CONTROL_TOKEN: 'wrong' });
  expect(code).not.toBe(0);
  expect(output).toMatch(/token/);
});

const junit = (name: string): string =>
  `<testsuite name="refund"><testcase name="${name}"><failure message="&quot;no\\n&quot;"/></testcase></testsuite>`;

test.runIf(hasCurl)('the action names the tests that JUnit XML files of a failing run name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'results-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = (file: string, text: string): string => `printf '%s' '${text}' > ${folder}/${file}`;
  const fails = `{ ${write('new.xml', junit('shows &quot;refunded&quot; orders'))}; exit 1; }`;
  const { code, output, report } = await runAction(
    `[ -e ${folder}/old.xml ] || ${write('old.xml', junit('of before'))}; ${lists} | grep -q 48254504 || ${fails}`,
    { INPUT_RESULTS: `${folder}/**/*.xml ${folder}/none-*` },
  );
  expect([code, output]).toEqual([1, expect.not.stringContaining('refused')]);
  const names = report.dependences.map(({ outcome }: { outcome: { tests: string[] } }) => outcome.tests);
  expect(names).toEqual([['refund › shows "refunded" orders']]);
});

test.runIf(hasCurl)(
  'the action counts a run whose results are no JUnit XML, and says why they are not read',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'results-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { code, output } = await runAction(
      `${lists} | grep -q 48254504 || { echo '<html><error/>' > ${folder}/r.xml; exit 1; }`,
      { INPUT_RESULTS: `${folder}/*.xml` },
    );
    expect(code).toBe(1);
    expect(output).toMatch(/was refused: .*junit\[0\]:1:\d+ begins with the element html/s);
  },
);

test('the action says what it needs', async () => {
  const { code, output } = await runAction('', { INPUT_TESTS: '' });
  expect([code, output]).toEqual([
    2,
    expect.stringContaining('usage: STORE_ORDERS_CONTROL_TOKEN=TOKEN bash matrix.sh COMMAND'),
  ]);
});
