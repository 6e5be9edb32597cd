import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../json/json.ts';
import { largestInt64, smallestInt64 } from '../../order-id.ts';
import { formatDateTime } from '../../text/date-time.ts';
import type { InitialState, ShipRule } from '../environment/initial-state.ts';
import { profileNames } from '../environment/profile-name.ts';
import { orderStatuses } from '../orders/order.ts';
import { InitialOrders } from '../orders/order-store.ts';
import { createCatalog } from './catalog.ts';
import { readScenario } from './read-scenario.ts';
import { resolveScenario } from './resolve-scenario.ts';
import { type ShowForm, showScenario } from './show-scenario.ts';

const catalog = createCatalog();
const forms: readonly ShowForm[] = ['yaml', 'json'];

async function again(state: InitialState, form: ShowForm): Promise<InitialState> {
  const text = await showScenario(state, form);
  const scenario = await readScenario(
    { name: `shown.${form}`, text },
    { scenario: state.scenario, source: 'inline' },
  );
  return resolveScenario(scenario, { seed: 99 });
}

// `large` has no form of its own, and 10,000 orders.
const names = (await catalog.names()).filter((name) => name !== 'large');
const builtIn = names.flatMap((name) => forms.map((form) => [name, form] as const));

test.each(builtIn)('%s, shown as %s, reads back as the same', async (name, form) => {
  const state = await resolveScenario(await catalog.open(name), { seed: 3 });
  expect(await again(state, form)).toEqual(state);
});

test('shows one order per line', async () => {
  const state = await resolveScenario(await catalog.open('shipped'), { seed: 1 });
  expect(await showScenario(state)).toBe(`description: One shipped order and nothing else
orders:
  - { id: 48190577, petId: 7012, quantity: 1, shipDate: 2026-01-14T16:05:00Z, complete: true, status: shipped }
handles:
  shipped: 48190577
  missing: 48190999
`);
});

test.each(forms)('faults, shown as %s, read back as the same', async (form) => {
  const state: InitialState = {
    ...(await resolveScenario(await catalog.open('pending'), { seed: 3 })),
    faults: [
      { id: 'lost', kind: 'reset', when: 'after-commit', orderId: 9007199254740993n, times: 1 },
      { kind: 'latency', delay: { min: 8, max: 80 }, probability: 1 },
      { kind: 'status', status: 503, body: 'html', retryAfter: 2, key: 'key-2' },
    ],
  };
  expect(await again(state, form)).toEqual(state);
});

const int64 = fc.bigInt({ min: smallestInt64, max: largestInt64 });
const ms = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
const noProto = (key: string) => key !== '__proto__';
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...'null|on|1e3|0x1|~|- a|a: b|#|| |a\n b|2026-01-20|!!int|&a|*a|<<'.split('|')),
);
const wellFormed = text.filter((one) => one.isWellFormed());
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false),
    fc.bigInt(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
    wellFormed,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(wellFormed.filter(noProto), tie('json'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const order = fc.record(
  { petId: int64, quantity: fc.bigInt(), shipDate: ms.map(formatDateTime), complete: fc.boolean() },
  { requiredKeys: [] },
);
const trigger = fc.oneof(
  ms.map((at) => ({ kind: 'at' as const, at })),
  fc.integer({ min: 0, max: 31_536_000_000 }).map((afterMs) => ({ kind: 'after' as const, afterMs })),
  fc.integer({ min: 1, max: 1_000_000_000 }).map((lists) => ({ kind: 'after-lists' as const, lists })),
);
const placed = fc.record({
  order,
  status: fc.constantFrom(...orderStatuses),
  trigger: fc.option(trigger, { nil: undefined }),
});
const orders = fc
  .uniqueArray(fc.tuple(int64, placed), { selector: ([id]) => id, maxLength: 8 })
  .map((all) => ({
    orders: new InitialOrders(
      all.map(([id, { order: fields, status }]) => ({ order: { id, ...fields }, status })),
    ),
    ships: all.flatMap(([orderId, { status, trigger: when }]): ShipRule[] =>
      when === undefined || status !== 'pending' ? [] : [{ ...when, orderId }],
    ),
  }));
const states: fc.Arbitrary<InitialState> = fc
  .tuple(
    orders,
    fc.record({
      description: wellFormed,
      handles: fc.dictionary(fc.stringMatching(/^[A-Za-z][\w-]{0,5}$/).filter(noProto), int64),
      apiKeys: fc.dictionary(
        fc.stringMatching(/^[a-z][a-z0-9-]{0,5}$/),
        fc.array(fc.stringMatching(/^[!-~]{1,9}$/)),
      ),
      pets: fc.dictionary(wellFormed.filter(noProto), json, { noNullPrototype: true }),
      profile: fc.constantFrom(undefined, ...profileNames),
      clock: fc.record({ at: ms, frozen: fc.boolean() }, { requiredKeys: [] }),
    }),
  )
  .map(([placing, { handles, apiKeys, pets, profile, ...rest }]) => ({
    scenario: 'drawn',
    ...placing,
    ...rest,
    ...(profile === undefined ? {} : { profile }),
    gaps: { 'optional-fields': 'null', etag: 'on' },
    handles: new Map(Object.entries(handles)),
    apiKeys: new Map(Object.entries(apiKeys)),
    pets: new Map(Object.entries(pets)),
  }));

test('any state, shown as YAML, reads back as the same', async () => {
  await fc.assert(
    fc.asyncProperty(states, async (state) => {
      expect(await again(state, 'yaml')).toEqual(state);
    }),
    { numRuns: 50 },
  );
});
