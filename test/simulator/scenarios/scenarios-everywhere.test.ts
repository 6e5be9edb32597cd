import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/version.ts';

const showAll = `
import { createCatalog } from './src/simulator/scenarios/catalog.ts';
import { resolveScenario } from './src/simulator/scenarios/resolve-scenario.ts';
import { showScenario } from './src/simulator/scenarios/show-scenario.ts';
const catalog = createCatalog();
for (const name of await catalog.names())
  process.stdout.write(await showScenario(await resolveScenario(await catalog.open(name), { seed: 5 }), 'json'));
`;

test('the same seed gives the same bytes in another time zone and another language', () => {
  const [here = '', there] = [
    { TZ: 'Pacific/Kiritimati', LC_ALL: 'de_DE.UTF-8' },
    { TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8' },
  ].map((env) => {
    const options = { cwd: fileURLToPath(packageRoot), maxBuffer: 64 * 1024 * 1024, env } as const;
    const args = ['--input-type=module', '--eval', showAll];
    return execFileSync(process.execPath, args, { ...options, encoding: 'utf8' });
  });
  expect(here.length).toBeGreaterThan(1_000_000);
  expect(here === there).toBe(true);
});
