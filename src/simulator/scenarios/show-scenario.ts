import { writeJson } from '../../json/json.ts';
import { formatDateTime } from '../../text/date-time.ts';
import { formatDuration } from '../../text/duration.ts';
import type { InitialState, ShipRule } from '../environment/initial-state.ts';
import type { PlacedOrder } from '../orders/order-store.ts';

/** The form of a shown scenario. JSON can be read again with any number of orders. */
export type ShowForm = 'yaml' | 'json';

/**
 * Writes an initial state as a scenario file. Reading the file gives the same initial state, except for the name, which
 * is not in the file. Nothing in it is drawn from a seed.
 */
export async function showScenario(state: InitialState, form: ShowForm = 'yaml'): Promise<string> {
  const rules = new Map(state.ships.map((rule) => [rule.orderId, rule]));
  const orders = [...state.orders].map((placed) => orderContent(placed, rules));
  const description = withoutEmpty({ description: state.description || undefined });
  const rest = restOf(state);
  if (form === 'json') return `${writeJson({ ...description, ...withoutEmpty({ orders }), ...rest }, 2)}\n`;
  const { stringify } = await import('yaml');
  const write = (part: Content) =>
    Object.keys(part).length === 0
      ? ''
      : stringify(part, { schema: 'core', aliasDuplicateObjects: false, lineWidth: 0 });
  // The library needs 20 times as long for an order, which would block other requests. JSON is YAML, too.
  const lines = orders.map((order) => `  - ${writeJson(order)}\n`);
  const list = orders.length === 0 ? '' : `orders:\n${lines.join('')}`;
  return write(description) + list + write(rest) || '{}\n';
}

type Content = Readonly<Record<string, unknown>>;

/** What a scenario file has below the orders. */
function restOf({ handles, apiKeys, profile, gaps, clock, faults, pets }: InitialState): Content {
  const { at, frozen } = clock;
  return withoutEmpty({
    handles: Object.fromEntries(handles),
    apiKeys: Object.fromEntries(apiKeys),
    profile,
    gaps,
    clock: withoutEmpty({ at: at === undefined ? undefined : formatDateTime(at), frozen }),
    faults,
    pets: Object.fromEntries(pets),
  });
}

/** Leaves out undefined values, empty lists and empty mappings. */
function withoutEmpty(parts: Content): Content {
  const isGiven = (part: unknown) =>
    typeof part === 'object' && part !== null ? Object.keys(part).length > 0 : part !== undefined;
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => isGiven(part)));
}

/** A pending order is written without its status: 10,000 orders must not exceed the maximum size of a YAML file. */
function orderContent({ order, status }: PlacedOrder, rules: ReadonlyMap<bigint, ShipRule>): Content {
  const rule = order.id === undefined || status !== 'pending' ? undefined : rules.get(order.id);
  return {
    ...order,
    ...(status === 'pending' ? {} : { status }),
    ...(rule === undefined ? {} : { ships: triggerOf(rule) }),
  };
}

function triggerOf(rule: ShipRule): Content {
  switch (rule.kind) {
    case 'at':
      return { at: formatDateTime(rule.at) };
    case 'after':
      return { after: formatDuration(rule.afterMs) };
    case 'after-lists':
      return { afterLists: BigInt(rule.lists) };
  }
}
