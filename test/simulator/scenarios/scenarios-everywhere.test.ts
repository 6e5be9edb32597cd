import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/version.ts';

const run = promisify(execFile);
const cwd = fileURLToPath(packageRoot);

/** Runs a module text in a process of its own and gives what it wrote. */
async function inProcess(text: string, env: Record<string, string> = {}): Promise<string> {
  const args = ['--input-type=module', '--eval', text];
  const options = { cwd, maxBuffer: 64 * 1024 * 1024, env: { PATH: process.env.PATH ?? '', ...env } };
  return (await run(process.execPath, args, options)).stdout;
}

const showAll = `
import { createCatalog } from './src/simulator/scenarios/catalog.ts';
import { resolveScenario } from './src/simulator/scenarios/resolve-scenario.ts';
import { showScenario } from './src/simulator/scenarios/show-scenario.ts';
const catalog = createCatalog();
for (const name of await catalog.names())
  process.stdout.write(await showScenario(await resolveScenario(await catalog.open(name), { seed: 5 }), 'json'));
`;

test('the same seed gives the same bytes in another time zone and another language', async () => {
  const [here = '', there = ''] = await Promise.all([
    inProcess(showAll, { TZ: 'Pacific/Kiritimati', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }),
    inProcess(showAll, { TZ: 'America/St_Johns', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }),
  ]);
  expect(here.length).toBeGreaterThan(1_000_000);
  expect(here === there).toBe(true);
});
