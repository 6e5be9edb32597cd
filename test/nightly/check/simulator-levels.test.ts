import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JsonReport } from '../../../src/check/reports/json.ts';
import { createCatalog } from '../../../src/simulator/scenarios/catalog.ts';
import { check } from '../../cli/run-check.ts';
import { openControl } from '../../simulator/control-api/open-control.ts';
import { newFolder } from '../../support/new-folder.ts';

const scenarios = await createCatalog().names();
const folder = newFolder();
const { simulator, control } = await openControl();
afterAll(() => simulator.stop(0));

type Handles = Readonly<Record<string, bigint | string>>;

/** Checks with the flags of the CLI. Only level cancel names orders. */
async function checkAt(level: string, baseUrl: string, apiKey: string, handles: Handles) {
  const file = join(folder, `${level}.json`);
  const orders = (['pending', 'shipped'] as const).flatMap((handle) =>
    level === 'cancel' && handle in handles ? [`--${handle}-id`, `${handles[handle]}`] : [],
  );
  const args = [baseUrl, '--api-key', apiKey, '--level', level, ...orders, '--report', `json=${file}`];
  const { code } = await check(args);
  const report: JsonReport = JSON.parse(await readFile(file, 'utf8'));
  const passed = report.rules.filter(({ result }) => result === 'passed').map(({ id }) => id);
  const deletes = report.exchanges.filter(({ request }) => request.method === 'DELETE').length;
  return { code, findings: report.findings, passed, deletes };
}

test.each(scenarios)('the simulator fulfils the contract at every level in scenario %s', async (scenario) => {
  await using environment = await control.createEnvironment({ scenario });
  const { baseUrl, apiKey, handles } = environment;
  const kept = { code: 0, findings: [] };
  expect(await checkAt('observe', baseUrl, apiKey, handles)).toMatchObject({ ...kept, deletes: 0 });
  const probed = await checkAt('probe', baseUrl, apiKey, handles);
  expect(probed).toMatchObject(kept);
  expect(probed.passed).toEqual(expect.arrayContaining(['R16', 'R17', 'R18', 'R25']));
  if (!('pending' in handles || 'shipped' in handles)) return;
  const cancelled = await checkAt('cancel', baseUrl, apiKey, handles);
  expect(cancelled).toMatchObject(kept);
  const shown = [
    ...('pending' in handles ? ['R26', 'R27', 'R29'] : []),
    ...('shipped' in handles ? ['R30', 'R31'] : []),
  ];
  expect(cancelled.passed).toEqual(expect.arrayContaining(shown));
});
