import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../src/version.ts';
import { placed } from '../../../support/an-environment.ts';
import { certificateFor } from '../../../support/certificate-for.ts';
import { openTestSimulator, testKey } from '../../../support/open-test-simulator.ts';
import { startShell } from '../../../support/run-program.ts';

const guides = ['checking', 'checking-gates', 'races'];
const read = (guide: string) => readFile(new URL(`docs/guides/${guide}.md`, packageRoot), 'utf8');
const page = (await Promise.all(guides.map(read))).join('\n');

const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.split('\n'))
  .filter((line) => line.includes('store-orders-sim check'));

/** What a check that takes longer than some seconds prints of each request. */
const progress = /^(?:check .* requests planned| *\d+\/\d+ .*)\n/gm;

test('every command of the guides about checking succeeds against simulators', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checking-'));
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
  const here = (text: string): string =>
    text
      .replaceAll('https://host.example', text.includes('--ca') ? secure.serviceOrigin : plain.serviceOrigin)
      .replaceAll('/run/secrets', folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const variables = { STORE_ORDERS_API_KEY: testKey, ORDERS_KEY: testKey };
  expect(commands.length).toBeGreaterThan(10);
  for (const command of commands) {
    const script = `entry=$1; cd '${folder}'; store-orders-sim() { "$0" "$entry" "$@"; }\n${here(command)}`;
    const { code, stdout, stderr } = await startShell(script, variables).ended;
    expect([command, code, stderr.replace(progress, '')], stdout).toEqual([command, 0, '']);
  }
});
