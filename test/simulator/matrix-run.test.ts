import { expect, test } from 'vitest';
import type { InlineScenario } from '../../src/index.ts';
import type { CellSettings } from '../../src/simulator/environment/initial-state.ts';
import type { RunRecord } from '../../src/simulator/environment/record/run-recorder.ts';
import type { StartOptions } from '../../src/simulator/start-options.ts';
import { startSimulatorFor } from '../../src/simulator/start-simulator.ts';
import { testKey } from '../support/open-test-simulator.ts';

const scenario: InlineScenario = { orders: [{ id: 1 }, { id: 2 }, { id: 3, status: 'shipped' }] };
const empty: CellSettings = { gaps: {}, faults: [] };

async function startRun(cell: Partial<CellSettings>, options: StartOptions = {}) {
  const records: RunRecord[] = [];
  const simulator = await startSimulatorFor(
    { scenario, ...options },
    { matrix: { cell: { ...empty, ...cell }, onRecord: (record) => records.push(record) } },
  );
  const control = simulator.control;
  if (control === undefined) throw new Error('the control API is off');
  const exchanges = () => records.flatMap((one) => (one.kind === 'exchange' ? [one] : []));
  return { simulator, control, records, exchanges, [Symbol.asyncDispose]: () => simulator.stop() };
}

const call = async (baseUrl: string, method: 'GET' | 'DELETE', path: string, apiKey = testKey) =>
  fetch(`${baseUrl}/store/orders${path}`, { method, headers: { Authorization: `Bearer ${apiKey}` } });

test('imposes a cell on every environment at every creation, load and reset', async () => {
  const fault = { id: 'matrix-1', kind: 'status', status: 503, operation: 'listOrders', times: 1 } as const;
  await using run = await startRun({ gaps: { 'conflict-body': 'text' }, faults: [fault] });
  const { simulator, control } = run;
  const expectCell = async (baseUrl: string, apiKey?: string) => {
    expect(await (await call(baseUrl, 'DELETE', '/3', apiKey)).text()).toMatch(/shipped/);
    const lists = [await call(baseUrl, 'GET', '', apiKey), await call(baseUrl, 'GET', '', apiKey)];
    expect(lists.map(({ status }) => status)).toEqual([503, 200]);
  };
  await expectCell(simulator.baseUrl);
  await expectCell(simulator.stagingBaseUrl, 'test-staging-key');
  await using environment = await control.createEnvironment();
  const { baseUrl, apiKey } = environment;
  await expectCell(baseUrl, apiKey);
  await environment.reset();
  await expectCell(baseUrl, apiKey);
  await environment.load(scenario);
  await expectCell(baseUrl, apiKey);
});

test('records the exchanges of every environment, also of one that is reset and deleted', async () => {
  await using run = await startRun({});
  const { simulator, control } = run;
  await call(simulator.baseUrl, 'GET', '');
  await call(simulator.stagingBaseUrl, 'GET', '', 'test-staging-key');
  const environment = await control.createEnvironment({ name: 'brief' });
  await call(environment.baseUrl, 'DELETE', '/1', environment.apiKey);
  await environment.reset();
  await call(environment.baseUrl, 'DELETE', '/1', environment.apiKey);
  await environment.delete();
  const again = await control.createEnvironment({ name: 'brief' });
  await call(again.baseUrl, 'GET', '', again.apiKey);
  expect(run.exchanges().map(({ environment: name, state, number }) => [name, state, number])).toEqual([
    ['production', 1, 1],
    ['staging', 1, 1],
    ['brief', 1, 1],
    ['brief', 2, 1],
    ['brief', 3, 1],
  ]);
  expect(run.exchanges()[2]).toMatchObject({
    orderId: '1',
    cancel: 'cancelled',
    status: 204,
    end: 'answered',
  });
  expect(JSON.stringify(run.records)).not.toContain(environment.apiKey);
});
