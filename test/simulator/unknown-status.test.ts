import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSimulator } from '../../src/index.ts';
import { newFolder } from '../support/new-folder.ts';

const captured = { orders: [{ id: 1, status: 'unknown' }, { id: 2, status: 'shipped' }, { id: 3 }] };
const refusal =
  /whose status is unknown: the service never sends it; expected --unknown-status pending\|shipped/;

/** A folder of scenarios with a captured one of a few orders, and one that the worker thread reads. */
async function capturedFolder(): Promise<string> {
  const folder = newFolder();
  const many = Array.from({ length: 2000 }, (_, at) => ({ id: at + 1, status: 'unknown' }));
  await writeFile(join(folder, 'few.yaml'), JSON.stringify(captured));
  await writeFile(join(folder, 'many.json'), JSON.stringify({ orders: many }));
  return folder;
}

test.each([
  ['pending', { pending: 2, shipped: 1, cancelled: 0 }],
  ['shipped', { pending: 1, shipped: 2, cancelled: 0 }],
] as const)('starts with the unknown orders %s', async (unknownStatus, orders) => {
  const environments = JSON.stringify({ other: { scenario: captured } });
  await using simulator = await startSimulator({ scenario: captured, unknownStatus, environments });
  for (const name of ['production', 'staging', 'other'])
    expect(await simulator.control?.environment(name).show()).toMatchObject({ orders });
});

test('does not start with unknown orders and no status for them', async () => {
  await expect(startSimulator({ scenario: captured })).rejects.toThrow(refusal);
  const environments = JSON.stringify({ other: { scenario: captured } });
  await expect(startSimulator({ environments })).rejects.toThrow(refusal);
});

test('the control API asks for the status too, and a request overrides that of the simulator', async () => {
  const scenarios = await capturedFolder();
  await using strict = await startSimulator({ scenarios });
  await using lenient = await startSimulator({ scenarios, unknownStatus: 'pending' });
  const shipped = { pending: 1, shipped: 2, cancelled: 0 };
  const all = { pending: 0, shipped: 2000, cancelled: 0 };
  for (const [simulator, counted] of [
    [strict, 'refused'],
    [lenient, 'pending'],
  ] as const) {
    const environment = await simulator.control?.createEnvironment({ name: 'mine', scenario: 'pending' });
    for (const scenario of ['few', captured, 'many'] as const) {
      const loaded = environment?.load(scenario).then(({ orders }) => orders);
      if (counted === 'refused') await expect(loaded).rejects.toThrow(refusal);
      else expect((await loaded)?.pending).toBe(scenario === 'many' ? 2000 : 2);
      const orders = (await environment?.load(scenario, { unknownStatus: 'shipped' }))?.orders;
      expect(orders).toEqual(scenario === 'many' ? all : shipped);
      const request = { scenario, unknownStatus: 'shipped' } as const;
      const created = await simulator.control?.createEnvironment({ name: 'mine', ...request });
      expect((await created?.show())?.orders).toEqual(scenario === 'many' ? all : shipped);
    }
  }
});
