import { expect, test } from 'vitest';
import type { InlineScenario } from '../../src/index.ts';
import type { CellSettings } from '../../src/simulator/environment/cell-settings.ts';
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
  await using run = await startRun({ gaps: { 'conflict-body': 'text' } });
  const { simulator, control } = run;
  const body = async (baseUrl: string, apiKey?: string) =>
    (await call(baseUrl, 'DELETE', '/3', apiKey)).text();
  expect(await body(simulator.baseUrl)).toMatch(/shipped/);
  expect(await body(simulator.stagingBaseUrl, 'test-staging-key')).toMatch(/shipped/);
  await using environment = await control.createEnvironment();
  expect(await body(environment.baseUrl, environment.apiKey)).toMatch(/shipped/);
  await environment.reset();
  expect(await body(environment.baseUrl, environment.apiKey)).toMatch(/shipped/);
  await environment.load(scenario);
  expect(await body(environment.baseUrl, environment.apiKey)).toMatch(/shipped/);
});

test('takes the choices of the options as a base, which a cell overrides', async () => {
  const options: StartOptions = {
    profile: 'typical',
    gaps: { 'conflict-body': 'error' },
    scenario: { ...scenario, gaps: { cors: 'on' } },
  };
  await using run = await startRun({ gaps: { 'conflict-body': 'empty' } }, options);
  const response = await call(run.simulator.baseUrl, 'DELETE', '/3');
  expect([response.status, await response.text()]).toEqual([409, '']);
  const { headers } = await call(run.simulator.baseUrl, 'GET', '');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(run.records.map(({ kind }) => kind)).toEqual(['exchange', 'exchange']);
});

test('adds the faults of the cell to those of a scenario, whatever a test does with its own', async () => {
  const faults = [
    { id: 'matrix-second', kind: 'status', status: 503, operation: 'cancelOrder', every: 2, times: 1 },
  ];
  await using run = await startRun(
    { faults: faults as CellSettings['faults'] },
    { scenario: { ...scenario, faults: [{ kind: 'status', status: 500, operation: 'listOrders' }] } },
  );
  const { baseUrl } = run.simulator;
  const environment = run.control.environment('production');
  const { faults: own } = environment;
  expect((await own.list()).map(({ id }) => id)).toEqual(['fault-1']);
  expect((await call(baseUrl, 'GET', '')).status).toBe(500);
  await own.clear();
  expect((await call(baseUrl, 'GET', '')).status).toBe(200);
  const cancels = async () =>
    Promise.all([(await call(baseUrl, 'DELETE', '/9')).status, (await call(baseUrl, 'DELETE', '/9')).status]);
  expect(await cancels()).toEqual([404, 503]);
  expect(await cancels()).toEqual([404, 404]);
  await environment.reset();
  expect(await cancels()).toEqual([404, 503]);
  expect(run.exchanges().map(({ faults: fired }) => fired)).toContainEqual(['matrix-second']);
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
