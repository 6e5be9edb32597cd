import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JsonReport } from '../../../src/check/reports/json.ts';
import { createCatalog } from '../../../src/simulator/scenarios/catalog.ts';
import { check } from '../../cli/run-check.ts';
import { openControl } from '../../simulator/control-api/open-control.ts';
import { newFolder } from '../../support/new-folder.ts';
import { controlToken } from '../../support/open-test-simulator.ts';

const scenarios = await createCatalog().names();
const folder = newFolder();
const { simulator, control } = await openControl();
afterAll(() => simulator.stop(0));

/** Checks with the flags of the CLI, which finds the orders through the control API. */
async function checkAt(level: string, baseUrl: string, apiKey: string) {
  const file = join(folder, `${level}.json`);
  const orders = ['--control-url', simulator.controlUrl, '--control-token', controlToken];
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
  expect(await checkAt('observe', baseUrl, apiKey)).toMatchObject({ ...kept, deletes: 0 });
  const probed = await checkAt('probe', baseUrl, apiKey);
  expect(probed).toMatchObject(kept);
  expect(probed.passed).toEqual(expect.arrayContaining(['R16', 'R17', 'R18', 'R25']));
  if (!('pending' in handles || 'shipped' in handles))
    return await expect(checkAt('cancel', baseUrl, apiKey)).rejects.toThrow(/--control-url names no order/);
  const cancelled = await checkAt('cancel', baseUrl, apiKey);
  expect(cancelled).toMatchObject(kept);
  const shown = [
    ...('pending' in handles ? ['R26', 'R27', 'R29'] : []),
    ...('shipped' in handles ? ['R30', 'R31'] : []),
  ];
  expect(cancelled.passed).toEqual(expect.arrayContaining(shown));
});
