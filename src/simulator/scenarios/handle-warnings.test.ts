import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../../test/support/new-folder.ts';
import { formatProblem } from '../../user-error.ts';
import { createCatalog } from './catalog.ts';
import { findHandleWarnings } from './handle-warnings.ts';
import { readScenarioObject } from './read-scenario-object.ts';

const orders = [{ id: 1 }, { id: 2, status: 'shipped' }, { id: 3, status: 'cancelled' }, {}];
const generate = [{ count: 2, firstId: 100, status: 'shipped' }];

async function warningsOf(handles: Readonly<Record<string, number>>): Promise<readonly string[]> {
  const scenario = await readScenarioObject({ orders, generate, handles }, { name: 'mine' });
  return (await findHandleWarnings(scenario)).map(formatProblem);
}

test.each([
  { pending: 1, shipped: 2, cancelled: 3, missing: 4 },
  { 'second-pending': 1, shippedOrder: 2, CANCELLED_1: 3, shipped2: 101 },
  { 'not-pending-but-shipped': 2, largest: 3, 'missing-order': 7, missing_pending: 8 },
])('has no warning for %j', async (handles) => {
  expect(await warningsOf(handles)).toEqual([]);
});

test.each([
  [{ pending: 2 }, 'mine handle pending names an order that is shipped: 2; expected a pending order'],
  [{ shipped: 1 }, 'mine handle shipped names an order that is pending: 1; expected a shipped order'],
  [
    { 'pending-2': 101 },
    'mine handle pending-2 names an order that is shipped: 101; expected a pending order',
  ],
  [
    { missing: 3 },
    'mine handle missing names an order that is cancelled: 3; expected an id that no order has',
  ],
  [{ shipped: 102 }, 'mine handle shipped names no order: 102; expected a shipped order; if no order'],
  [
    { first: 7 },
    'mine handle first names no order: 7; expected an order; if no order is intended, use the word missing',
  ],
])('warns of %j', async (handles, line) => {
  expect(await warningsOf(handles)).toEqual([expect.stringContaining(line)]);
});

test('a warning has the line and column of the id, in YAML and in JSON', async () => {
  const folder = newFolder();
  const text = '{ "orders": [{ "id": 1 }],\n  "handles": { "shipped": 1 } }';
  for (const name of ['one.json', 'one.yaml']) {
    const path = join(folder, name);
    writeFileSync(path, text);
    const [warning] = await findHandleWarnings(await createCatalog({ allowPaths: true }).open(path));
    expect(warning?.where).toBe(`${path}:2:27`);
  }
});

test('no built-in scenario has a warning', async () => {
  const catalog = createCatalog();
  for (const name of await catalog.names())
    expect(await findHandleWarnings(await catalog.open(name))).toEqual([]);
});
