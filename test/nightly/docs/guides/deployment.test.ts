import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../../src/index.ts';
import { packageRoot } from '../../../../src/version.ts';
import { testKey } from '../../../support/open-test-simulator.ts';
import { startShell } from '../../../support/run-program.ts';

const page = await readFile(new URL('docs/guides/deployment.md', packageRoot), 'utf8');
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

/** What a check that takes longer than some seconds prints of each request. */
const progress = /^(?:store-orders-sim proxy ready: .*|check .* requests planned| *\d+\/\d+ .*)\n/gm;

/** Commands that serve until they are stopped print their settings instead. */
const ends = /store-orders-sim (?:capture|check|scenarios|proxy)/;

/** The tests behind the proxy. */
const client = `
const headers = { Authorization: 'Bearer ' + process.env.STORE_ORDERS_API_KEY };
await (await fetch(process.env.STORE_ORDERS_BASE_URL + '/store/orders', { headers })).arrayBuffer();
`;

test('every command of docs/guides/deployment.md succeeds, one after the other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'capturing-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await using simulator = await startSimulator({ apiKey: [testKey] });
  const here = (command: string) =>
    command
      .replace('https://host.example/v1', simulator.baseUrl)
      .replace('the-key-of-the-deployment', testKey)
      .replace('-- npm test', `--port 0 -- "${process.execPath}" client.mjs`);
  await writeFile(join(folder, 'client.mjs'), client);
  const script = commands.map((command) =>
    ends.test(command) || command.startsWith('export') ? here(command) : `${here(command)} --print-settings`,
  );
  expect(script.length).toBeGreaterThan(5);
  const line = `set -e; entry=$1; cd '${folder}'; store-orders-sim() { "$0" "$entry" "$@"; }\n${script.join('\n')}`;
  const { code, stderr } = await startShell(line).ended;
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
