import type { Document, Scalar, YAMLMap } from 'yaml';
import { formatDateTime } from '../../shared/date-time.ts';
import { writeJson } from '../../shared/json.ts';
import type { InitialState, ShipRule } from '../environment/initial-state.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import { formatDuration } from './duration.ts';

/** The form of a shown scenario. JSON can be read again with any number of orders. */
export type ShowForm = 'yaml' | 'json';

/**
 * Writes an initial state as a scenario file. Reading the file gives the same initial state, except for the name, which
 * is not in the file. Nothing in it is drawn from a seed.
 */
export async function showScenario(state: InitialState, form: ShowForm = 'yaml'): Promise<string> {
  const content = toContent(state);
  return form === 'json' ? `${writeJson(content, 2)}\n` : toYaml(content);
}

type Content = Readonly<Record<string, unknown>>;

function toContent(state: InitialState): Content {
  const { description, orders, handles, apiKeys, profile, gaps, clock, ships, faults, pets } = state;
  const rules = new Map(ships.map((rule) => [rule.orderId, rule]));
  const { at, frozen } = clock;
  const parts: Content = {
    description: description === '' ? undefined : description,
    orders: Array.from(orders, (placed) => orderContent(placed, rules)),
    handles: Object.fromEntries(handles),
    apiKeys: Object.fromEntries(apiKeys),
    profile,
    gaps,
    clock: withoutEmpty({ at: at === undefined ? undefined : formatDateTime(at), frozen }),
    faults: faults === undefined ? undefined : wholeAsBigint(faults),
    pets: Object.fromEntries(pets),
  };
  return withoutEmpty(parts);
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

/** Converts whole numbers to bigint, which is written as an integer. */
function wholeAsBigint(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(wholeAsBigint);
  if (typeof value !== 'object' || value === null) return value;
  const there = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(there.map(([key, part]) => [key, wholeAsBigint(part)]));
}

async function toYaml(content: Content): Promise<string> {
  const yaml = await import('yaml');
  const options = {
    intAsBigInt: true,
    schema: 'core',
    version: '1.2',
    aliasDuplicateObjects: false,
  } as const;
  const document: Document = new yaml.Document(content, options);
  yaml.visit(document, {
    Scalar: (_, scalar: Scalar) => {
      if (Number.isInteger(scalar.value)) scalar.minFractionDigits = 1;
    },
    Map: (_, map: YAMLMap, path) => {
      if (path.length === orderDepth) map.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** The depth of an order in the document: below the document, the mapping, its pair and the list. */
const orderDepth = 4;
