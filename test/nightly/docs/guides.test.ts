import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startSimulator } from '../../../src/index.ts';
import { packageRoot } from '../../../src/version.ts';
import { placed } from '../../support/an-environment.ts';
import { certificateFor } from '../../support/certificate-for.ts';
import { newFolder } from '../../support/new-folder.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { runSession, sessionOf } from '../../support/page-session.ts';
import { startShell } from '../../support/run-program.ts';
import { runToEnd } from '../../support/run-to-end.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, packageRoot));
const read = (page: string): Promise<string> => readFile(pathOf(page), 'utf8');

/** The code blocks of a page, each with its language. */
async function blocksOf(page: string) {
  const blocks = (await read(page)).matchAll(/^```(sh|json|yaml)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, language, text = '']) => ({ language, text }));
}

/** The lines of the shell on a page. */
async function linesOf(page: string): Promise<readonly string[]> {
  const shell = (await blocksOf(page)).filter(({ language }) => language === 'sh');
  return shell.flatMap(({ text }) => text.trim().split('\n'));
}

/** Runs lines of a shell in a folder, with the command of the package from the sources. */
function runLines(lines: string, folder: string, variables?: Readonly<Record<string, string>>) {
  const start = `set -e; entry=$1; cd '${folder}'; store-orders-sim() { "$0" "$entry" "$@"; }`;
  return startShell(`${start}\n${lines}`, variables).ended;
}

/** What a check that takes longer than some seconds prints of each request, and the proxy at its start. */
const progress = /^(?:store-orders-sim proxy ready: .*|check .* requests planned| *\d+\/\d+ .*)\n/gm;

test('every command of the guides about checking succeeds against simulators', async () => {
  const pages = ['checking', 'checking-gates', 'races'].map((guide) => linesOf(`docs/guides/${guide}.md`));
  const lines = (await Promise.all(pages)).flat();
  const commands = lines.filter((line) => line.includes('store-orders-sim check'));
  expect(commands.length).toBeGreaterThan(10);
  const folder = newFolder();
  const certificate = await certificateFor('127.0.0.1');
  const orders = [placed(1001n, 'pending', {}), placed(1002n, 'pending', {})];
  await using plain = await openTestSimulator({ orders, stagingOrders: orders });
  await using secure = await openTestSimulator({ certificate });
  const files = {
    'authority.pem': certificate.cert,
    'client.pem': certificate.cert,
    'client.key': certificate.key,
    'orders-key': testKey,
    'production.yaml': 'gaps:\n  cancelled-in-list: remove\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const here = (text: string): string =>
    text
      .replaceAll('https://host.example', text.includes('--ca') ? secure.serviceOrigin : plain.serviceOrigin)
      .replaceAll('/run/secrets', folder);
  const variables = { STORE_ORDERS_API_KEY: testKey, ORDERS_KEY: testKey };
  for (const command of commands) {
    const { code, stdout, stderr } = await runLines(here(command), folder, variables);
    expect([command, code, stderr.replace(progress, '')], stdout).toEqual([command, 0, '']);
  }
});

test('every command of docs/guides/deployment.md succeeds, one after the other', async () => {
  const commands = await linesOf('docs/guides/deployment.md');
  expect(commands.length).toBeGreaterThan(5);
  const folder = newFolder();
  await using simulator = await startSimulator({ apiKey: [testKey] });
  // The tests behind the proxy.
  const client = `
const headers = { Authorization: 'Bearer ' + process.env.STORE_ORDERS_API_KEY };
await (await fetch(process.env.STORE_ORDERS_BASE_URL + '/store/orders', { headers })).arrayBuffer();
`;
  await writeFile(join(folder, 'client.mjs'), client);
  const script = commands.map((command) => {
    const here = command
      .replace('https://host.example/v1', simulator.baseUrl)
      .replace('the-key-of-the-deployment', testKey)
      .replace('-- npm test', `--port 0 -- "${process.execPath}" client.mjs`);
    // Commands that serve until they are stopped print their settings instead.
    const ends = /^export|store-orders-sim (?:capture|check|scenarios|proxy)/.test(command);
    return ends ? here : `${here} --print-settings`;
  });
  const { code, stderr } = await runLines(script.join('\n'), folder);
  expect([code, stderr.replace(progress, '')]).toEqual([0, '']);
  const files = ['captured.yaml', 'captured.json', 'observed.yaml'];
  expect(await readdir(folder)).toEqual(expect.arrayContaining(files));
  const [scenario, , profile] = files.map((file) => join(folder, file));
  await using again = await startSimulator({ scenario, profile });
  expect((await again.control?.environment('production').show())?.orders).toEqual({
    pending: 35,
    shipped: 0,
    cancelled: 0,
  });
});

test('the session in docs/guides/matrix.md has the output that it shows', async () => {
  const session = sessionOf('docs/guides/matrix.md');
  expect(session.length).toBeGreaterThan(0);
  await using simulator = await startSimulator();
  const origin = new URL(simulator.baseUrl).origin;
  const outputs = await runSession(session, { origin, controlUrl: simulator.controlUrl ?? '' });
  expect(outputs).toEqual(session.map(({ output }) => output));
});

test('the session of docs/reference/control-api.md runs with the output on the page', async () => {
  const blocks = await blocksOf('docs/reference/control-api.md');
  await using simulator = await startSimulator({ scenario: 'mixed', controlToken: 'my-control-token' });
  const mark = '----- block';
  const script = blocks
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => `echo '${mark}'\n${text}`)
    .join('')
    .replaceAll('http://localhost:4011', simulator.controlUrl ?? '')
    .replaceAll('http://localhost:4010', new URL(simulator.baseUrl).origin);
  const { code, stdout, stderr } = await runToEnd(['bash', '-e', '-o', 'pipefail', '-c', script]);
  expect(code, stderr).toBe(0);
  const outputs = stdout.split(`${mark}\n`).slice(1);
  let ran = 0;
  for (const { language, text } of blocks) {
    if (language === 'sh') ran++;
    else
      expect(outputs[ran - 1]?.endsWith(text), `${outputs[ran - 1]}\ndoes not end with\n${text}`).toBe(true);
  }
  expect(stdout).toMatch(/^409$/m);
});

test('the test suite in docs/guides/testing.md passes', async () => {
  const page = await read('docs/guides/testing.md');
  const folder = newFolder();
  await symlink(pathOf('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const [, name = '', text = ''] of page.matchAll(/^`(\S+)`:\n\n```ts\n([\s\S]*?)^```$/gm)) {
    const fromSources = text
      .replaceAll("'store-orders-sim/client'", JSON.stringify(pathOf('src/client/index.ts')))
      .replaceAll("'store-orders-sim'", JSON.stringify(pathOf('src/index.ts')));
    await writeFile(join(folder, name), fromSources);
  }
  // A busy machine may take longer than the five seconds that a test has by default.
  const options = '--testTimeout=60000 --hookTimeout=60000 --reporter=json --outputFile=report.json';
  const command = [process.execPath, pathOf('node_modules/vitest/vitest.mjs'), 'run', ...options.split(' ')];
  const { code, stdout, stderr } = await runToEnd(command, { cwd: folder, env: { PATH: process.env.PATH } });
  expect(code, stdout + stderr).toBe(0);
  const tests = page.match(/^test\(/gm)?.length;
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  expect(report).toMatchObject({ numPassedTests: tests, numTotalTests: tests, success: true });
  expect(tests).toBe(5);
});
