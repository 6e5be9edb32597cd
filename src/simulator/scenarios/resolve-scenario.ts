import type { ClockStart } from '../../clock.ts';
import type { JsonValue } from '../../json/json.ts';
import { msOf } from '../../text/date-time.ts';
import { readDuration } from '../../text/duration.ts';
import type { GapKey } from '../environment/gaps/gaps.ts';
import type { GapChoiceTexts, InitialState, ShipRule } from '../environment/initial-state.ts';
import type { Order } from '../orders/order.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import type { Scenario } from './read-scenario.ts';
import type { ScenarioFile, ScenarioOrder } from './scenario-schema.ts';

/**
 * Makes the initial state of an environment from a scenario: generates orders, reads times and durations.
 *
 * @param options `seed`: a whole number from 0 that the generated orders are drawn from
 */
export async function resolveScenario(
  scenario: Scenario,
  { seed }: { readonly seed: number },
): Promise<InitialState> {
  const { content } = scenario;
  const given = content.orders ?? [];
  const { profile } = content;
  return {
    scenario: scenario.name,
    description: content.description ?? '',
    orders: await placedOrders(content, seed),
    handles: new Map(Object.entries(content.handles ?? {})),
    ...(scenario.source === 'object' && { writtenIds: given.flatMap(({ id }) => id ?? []) }),
    apiKeys: new Map(Object.entries(content.apiKeys ?? {})),
    ...(scenario.isBase === true && { isBase: true }),
    ...(profile === undefined ? {} : { profile }),
    gaps: gapChoiceTexts(content.gaps ?? {}),
    clock: clockStart(content.clock ?? {}),
    ships: given.flatMap(shipRules),
    ...(content.faults === undefined ? {} : { faults: content.faults }),
    pets: new Map(Object.entries((content.pets ?? {}) as Record<string, JsonValue>)),
  };
}

/** The choices as texts: a bare `null` is the choice of that name. */
export function gapChoiceTexts(choices: NonNullable<ScenarioFile['gaps']>): GapChoiceTexts {
  const given = Object.entries(choices).filter(([, choice]) => choice !== undefined);
  return Object.fromEntries(given.map(([key, choice]) => [key as GapKey, String(choice)]));
}

async function placedOrders(content: ScenarioFile, seed: number): Promise<readonly PlacedOrder[]> {
  const { orders = [], generate = [] } = content;
  const given = orders.map(placedOrder);
  if (generate.length === 0) return given;
  const { generateOrders } = await import('./generate.ts');
  return [...given, ...generateOrders(generate, seed)];
}

function placedOrder({ status = 'pending', ships: _, ...fields }: ScenarioOrder): PlacedOrder {
  // The type allows undefined fields, but no file has one.
  return { order: fields as Order, status };
}

function clockStart({ at, frozen }: NonNullable<ScenarioFile['clock']>): ClockStart {
  return {
    ...(at === undefined ? {} : { at: msOf(at) }),
    ...(frozen === undefined ? {} : { frozen }),
  };
}

function shipRules({ id: orderId, ships }: ScenarioOrder): ShipRule[] {
  if (ships === undefined || orderId === undefined) return [];
  const { at, after, afterLists } = ships;
  if (at !== undefined) return [{ kind: 'at', orderId, at: msOf(at) }];
  if (after !== undefined) return [{ kind: 'after', orderId, afterMs: readDuration(after) ?? 0 }];
  return afterLists === undefined ? [] : [{ kind: 'after-lists', orderId, lists: Number(afterLists) }];
}
