import { readTextFile } from '../../text/text-file.ts';
import { maxJsonBytes, placesIn } from '../../text/yaml-file.ts';
import type { DataPath } from '../../text-place.ts';
import type { Problem } from '../../user-error.ts';
import { type OrderStatus, orderStatuses } from '../orders/order.ts';
import type { Scenario } from './read-scenario.ts';
import { resolveScenario } from './resolve-scenario.ts';
import { unknownOrders, unknownStatus } from './unknown-status.ts';

const missing = 'missing';

/**
 * Finds handles that are probably mistakes: one that names no order, unless a word of its name is `missing`; one named
 * `missing` that names an order; one whose name has the word of another status (`pending`, `second-shipped`) than its
 * order. A warning, not a problem, because a test may mean it. Its place is the line and column in the file, if the
 * scenario has one.
 */
export async function findHandleWarnings(scenario: Scenario): Promise<readonly Problem[]> {
  // Neither the ids nor the statuses of generated orders depend on the seed.
  const { handles, orders } = await resolveScenario(scenario, { seed: 1, unknownStatus: 'pending' });
  const unknown = new Set(unknownOrders(scenario));
  const wanted = new Set(handles.values());
  const statuses = new Map<bigint, NamedStatus>();
  let position = 0;
  for (const { order, status } of orders) {
    if (order.id !== undefined && wanted.has(order.id) && !statuses.has(order.id))
      statuses.set(order.id, unknown.has(position) ? unknownStatus : status);
    position += 1;
  }
  const found = [...handles].flatMap(([name, id]) => {
    const warning = warningOf(name, id, statuses.get(id));
    return warning === undefined ? [] : [{ path: ['handles', name], warning }];
  });
  const paths = found.map(({ path }) => path);
  const places = found.length === 0 ? [] : await placesOf(scenario, paths);
  return found.map(({ warning }, at) => ({ where: places[at] ?? scenario.file, ...warning }));
}

type NamedStatus = OrderStatus | typeof unknownStatus;

function warningOf(name: string, id: bigint, status: NamedStatus | undefined): Problem | undefined {
  const words = new Set(name.split(/[-_\d]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase()));
  const [expected, second] = [...orderStatuses, missing].filter((word) => words.has(word));
  const what = `handle ${name} names ${status === undefined ? 'no order' : `an order that is ${status}`}: ${id}`;
  if (status === undefined) {
    if (words.has(missing)) return undefined;
    return {
      what,
      expected: expected === undefined ? 'an order' : `a ${expected} order`,
      hint: hintForMissing,
    };
  }
  // A name with two of the words, such as pending-then-shipped, states nothing.
  if (
    expected === undefined ||
    expected === status ||
    (status === unknownStatus && expected !== missing) ||
    second !== undefined
  )
    return undefined;
  return { what, expected: expected === missing ? 'an id that no order has' : `a ${expected} order` };
}

const hintForMissing = 'if no order is intended, use the word missing in the name';

async function placesOf({ source, file }: Scenario, paths: readonly DataPath[]): Promise<readonly string[]> {
  if (source !== 'file' && source !== 'folder') return [];
  return placesIn({ name: file, text: await readTextFile(file, maxJsonBytes) }, paths);
}
