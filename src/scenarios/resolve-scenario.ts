import { readDateTime } from '../date-time.ts';
import type { JsonValue } from '../json.ts';
import type { Order } from '../orders/order.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import type { GapKey } from '../simulation/gaps/gaps.ts';
import type { ClockStart, GapAnswerTexts, InitialState, ShipRule } from '../simulation/initial-state.ts';
import { readDuration } from './duration.ts';
import type { Scenario } from './scenario.ts';
import type { ScenarioFile, ScenarioOrder } from './scenario-schema.ts';

/** What a scenario is resolved with. */
export type ResolveOptions = {
  /** A whole number from 0: where the generated orders are drawn from. */
  readonly seed: number;
};

/** Makes the initial state of an environment from a scenario: orders generated, times and durations as numbers. */
export async function resolveScenario(scenario: Scenario, { seed }: ResolveOptions): Promise<InitialState> {
  const { content } = scenario;
  const given = content.orders ?? [];
  const { profile } = content;
  return {
    scenario: scenario.name,
    description: content.description ?? '',
    orders: [...given.map(placedOrder), ...(await generatedOrders(content, seed))],
    handles: new Map(Object.entries(content.handles ?? {})),
    apiKeys: new Map(Object.entries(content.apiKeys ?? {})),
    ...(profile === undefined ? {} : { profile }),
    gaps: gapAnswerTexts(content.gaps ?? {}),
    clock: clockStart(content.clock ?? {}),
    ships: given.flatMap(shipRules),
    ...(content.faults === undefined ? {} : { faults: content.faults }),
    pets: new Map(Object.entries((content.pets ?? {}) as Record<string, JsonValue>)),
  };
}

/** The answers as texts: a bare `null` is the answer of that name. */
export function gapAnswerTexts(answers: NonNullable<ScenarioFile['gaps']>): GapAnswerTexts {
  const given = Object.entries(answers).filter(([, answer]) => answer !== undefined);
  return Object.fromEntries(given.map(([key, answer]) => [key as GapKey, String(answer)]));
}

async function generatedOrders({ generate }: ScenarioFile, seed: number): Promise<PlacedOrder[]> {
  if (generate === undefined || generate.length === 0) return [];
  const { generateOrders } = await import('./generate.ts');
  return generateOrders(generate, seed);
}

function placedOrder(given: ScenarioOrder): PlacedOrder {
  // An order that is nothing but its fields is taken as it is: at a million of them copies count.
  if (given.status === undefined && given.ships === undefined && isComplete(given))
    return { order: given, status: 'pending' };
  const { status = 'pending', ships: _, ...fields } = given;
  return { order: withoutUndefined(fields), status };
}

/** No file holds an undefined field, but the type cannot say so: most orders are taken as they are. */
function withoutUndefined(fields: { readonly [Key in keyof Order]: Order[Key] | undefined }): Order {
  if (isComplete(fields)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function isComplete(fields: { readonly [Key in keyof Order]: Order[Key] | undefined }): fields is Order {
  for (const value of Object.values(fields)) if (value === undefined) return false;
  return true;
}

function clockStart({ at, frozen }: NonNullable<ScenarioFile['clock']>): ClockStart {
  return {
    ...(at === undefined ? {} : { at: instantMs(at) }),
    ...(frozen === undefined ? {} : { frozen }),
  };
}

function shipRules({ id: orderId, ships }: ScenarioOrder): ShipRule[] {
  if (ships === undefined || orderId === undefined) return [];
  const { at, after, afterLists } = ships;
  if (at !== undefined) return [{ kind: 'at', orderId, at: instantMs(at) }];
  if (after !== undefined) return [{ kind: 'after', orderId, afterMs: readDuration(after) ?? 0 }];
  return afterLists === undefined ? [] : [{ kind: 'after-lists', orderId, lists: Number(afterLists) }];
}

function instantMs(text: string): number {
  const reading = readDateTime(text);
  if (reading.kind === 'malformed') throw new Error(`a checked date-time is malformed: ${text}`);
  return reading.ms;
}
