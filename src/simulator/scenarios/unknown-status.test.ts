import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../../test/support/new-folder.ts';
import { createCatalog } from './catalog.ts';
import { findHandleWarnings } from './handle-warnings.ts';
import { resolveScenario } from './resolve-scenario.ts';
import { unknownOrders } from './unknown-status.ts';

const count = 1100;
const statusAt = (at: number) => (at % 3 === 0 ? 'unknown' : at % 3 === 1 ? 'shipped' : undefined);
const orders = Array.from({ length: count }, (_, at) => ({ id: at + 1, status: statusAt(at) }));

async function open(name: string, content: object) {
  const folder = newFolder();
  await writeFile(join(folder, name), JSON.stringify(content));
  return createCatalog({ allowPaths: true }).open(join(folder, name));
}

const forms = {
  YAML: () => open('captured.yaml', { orders }),
  JSON: () => open('captured.json', { orders }),
};

test.each(Object.entries(forms))('gives each unknown order the given status: %s', async (_form, read) => {
  const scenario = await read();
  expect([...unknownOrders(scenario)]).toEqual(
    orders.flatMap(({ status }, at) => (status === 'unknown' ? [at] : [])),
  );
  for (const unknownStatus of ['shipped', 'pending'] as const) {
    const state = await resolveScenario(scenario, { seed: 1, unknownStatus });
    expect([...state.orders].map(({ status }) => status)).toEqual(
      orders.map(({ status = 'pending' }) => (status === 'unknown' ? unknownStatus : status)),
    );
  }
});

test.each(Object.entries(forms))('asks for the status of unknown orders: %s', async (_form, read) => {
  await expect(resolveScenario(await read(), { seed: 1 })).rejects.toThrow(
    /captured\.\w+ has 367 orders whose status is unknown: the service never sends it; expected --unknown-status pending\|shipped; or SIM_UNKNOWN_STATUS/,
  );
});

test('needs no status for a scenario without unknown orders, and changes none', async () => {
  const scenario = await open('known.json', { orders: [{ id: 1 }, { id: 2, status: 'cancelled' }] });
  for (const unknownStatus of [undefined, 'shipped'] as const) {
    const state = await resolveScenario(scenario, { seed: 1, unknownStatus });
    expect([...state.orders].map(({ status }) => status)).toEqual(['pending', 'cancelled']);
  }
});

test('an order of unknown status cannot ship by itself', async () => {
  const content = { orders: [{ id: 1, status: 'unknown', ships: { after: '1s' } }] };
  await expect(open('ships.yaml', content)).rejects.toThrow(/has ships, but is unknown; expected a pending/);
});

test('generated orders have a status', async () => {
  await expect(open('made.yaml', { generate: [{ count: 1, status: 'unknown' }] })).rejects.toThrow(/unknown/);
});

test('a handle may claim any status of an unknown order, but not that it is missing', async () => {
  const handles = { pending: 1, shipped: 1, missing: 1 };
  const warnings = await findHandleWarnings(await open('handles.yaml', { orders, handles }));
  expect(warnings.map(({ what }) => what)).toEqual(['handle missing names an order that is unknown: 1']);
});
