import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionFolders } from '../../../scripts/collections/collection.ts';
import { collectionsFolder } from '../../../scripts/collections/files.ts';
import { startSimulator } from '../../../src/index.ts';
import { packageRoot } from '../../../src/version.ts';
import { openDescribedProxy } from './described-proxy.ts';
import { hasRegistry } from './project.ts';
import { end, type Ran } from './workshop.ts';

const token = 'token-for-tests';
const collections = fileURLToPath(new URL(collectionsFolder, packageRoot));
const requests = collectionFolders().flatMap((folder) => folder.requests);
const count = requests.length;
/** The operations of the control API that the collection has: `GET /environments/{environment}`. */
const controlOperations = requests
  .filter(({ url }) => url.startsWith('{{controlUrl}}'))
  .map(
    ({ method, url }) => `${method} ${url.slice('{{controlUrl}}'.length).replace(/\{\{(\w+)\}\}/g, '{$1}')}`,
  );
const tools = [
  {
    tool: 'newman@6.2.2',
    folder: collections,
    command: ['newman', 'run', 'store-orders-sim.postman_collection.json'],
    passed: new RegExp(`assertions │ +${count} │ +0 │`),
  },
  {
    tool: '@usebruno/cli@4.1.0',
    folder: `${collections}bruno`,
    command: ['bru', 'run', '-r', '--env', 'local'],
    passed: new RegExp(`Assertions +│ +${count}/${count} +│`),
  },
] as const;

describe.runIf(hasRegistry).each(tools)('the collection in $tool', ({ tool, folder, command, passed }) => {
  const place = mkdtempSync(join(tmpdir(), 'collection-'));
  beforeAll(async () => {
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', place];
    const { code, output } = await end('npm', ['install', ...flags, tool], place, process.env);
    if (code !== 0) throw new Error(output);
  }, 300_000);
  afterAll(() => rm(place, { recursive: true }));

  const run = (
    [name = '', ...args]: readonly string[],
    values: Readonly<Record<string, string>>,
  ): Promise<Ran> => {
    const given = Object.entries(values).flatMap(([variable, value]) => [
      '--env-var',
      `${variable}=${value}`,
    ]);
    const env = { ...process.env, NO_COLOR: '1' };
    return end(join(place, 'node_modules/.bin', name), [...args, ...given], folder, env);
  };

  test('its README shows the command', () => {
    const shown = command.join(' ').replace(/^bru/, '@usebruno/cli');
    expect(readFileSync(`${collections}README.md`, 'utf8')).toContain(
      `npx ${shown} --env-var controlToken=token-for-tests`,
    );
  });

  test('runs: every request is documented, succeeds, and leaves nothing behind', async () => {
    await using simulator = await startSimulator({ controlToken: token });
    await using control = await openDescribedProxy(simulator.controlUrl ?? '');
    const { baseUrl, quickstartUrl } = simulator;
    const values = { baseUrl, quickstartUrl, controlUrl: control.origin, controlToken: token };
    const { code, output } = await run(command, values);
    expect(output).toMatch(passed);
    expect(code).toBe(0);
    expect(control.problems).toEqual([]);
    expect([...control.operations].sort()).toEqual(controlOperations.toSorted());
    const { exchanges } = (await simulator.control?.environment('production').journal.find()) ?? {};
    const sent = exchanges?.map(({ operation, answer }) => `${operation} ${answer?.status}`);
    expect(sent).toEqual(['postMessage 200', 'getPet 501', 'cancelOrder 204', 'listOrders 200']);
    expect(await simulator.control?.environments()).toHaveLength(2);
    // A wrong token fails the run: its assertions check the statuses.
    const refused = await run(command, { ...values, controlToken: 'no-token' });
    expect(refused.code).not.toBe(0);
    expect(refused.output).not.toMatch(passed);
  });
});
