import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../json/json.ts';
import type { InitialState } from '../environment/initial-state.ts';
import { createCatalog } from './catalog.ts';
import { readScenario } from './read-scenario.ts';
import { resolveScenario } from './resolve-scenario.ts';
import { type ShowForm, showScenario } from './show-scenario.ts';

const catalog = createCatalog();
const forms: readonly ShowForm[] = ['yaml', 'json'];

async function again(state: InitialState, form: ShowForm): Promise<InitialState> {
  const text = await showScenario(state, form);
  const options = { scenario: state.scenario, source: 'inline' } as const;
  const scenario = await readScenario({ name: `shown.${form}`, text }, options);
  return resolveScenario(scenario, { seed: 99 });
}

// `large` has no form of its own, and 10,000 orders.
const names = (await catalog.names()).filter((name) => name !== 'large');

test.each(names)('%s, shown as YAML, reads back as the same', async (name) => {
  const state = await resolveScenario(await catalog.open(name), { seed: 3 });
  expect(await again(state, 'yaml')).toEqual(state);
});

test('shows one order per line', async () => {
  const state = await resolveScenario(await catalog.open('shipped'), { seed: 1 });
  expect(await showScenario(state)).toBe(`description: One shipped order and nothing else
orders:
  - {"id":48190577,"petId":7012,"quantity":1,"shipDate":"2026-01-14T16:05:00Z","complete":true,"status":"shipped"}
handles:
  shipped: 48190577
  missing: 48190999
`);
});

const noProto = (key: string) => key !== '__proto__';
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...'null|on|1e3|0x1|~|- a|a: b|#|| |a\n b|2026-01-20|!!int|&a|*a|<<'.split('|')),
);
const wellFormed = text.filter((one) => one.isWellFormed());
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false),
    fc.bigInt(),
    // Whole numbers are read as bigint.
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
    wellFormed,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(wellFormed.filter(noProto), tie('json'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const texts = fc.record({
  description: wellFormed,
  pets: fc.dictionary(wellFormed.filter(noProto), json, { noNullPrototype: true }),
});

test.each(forms)('every part, with any text, shown as %s, reads back as the same', async (form) => {
  const base: InitialState = {
    ...(await resolveScenario(await catalog.open('ships-while-you-look'), { seed: 3 })),
    handles: new Map([['one', -(2n ** 63n)]]),
    apiKeys: new Map([['test-1', ['!~', '#key']]]),
    profile: 'vary',
    gaps: { 'optional-fields': 'null', etag: 'on' },
    clock: { at: 253_402_300_799_999, frozen: true },
    faults: [
      { id: 'lost', kind: 'reset', when: 'after-commit', orderId: 9007199254740993n, times: 1 },
      { kind: 'latency', delay: { min: 8, max: 80 }, probability: 1 },
      { kind: 'status', status: 503, body: 'html', retryAfter: 2, key: 'key-2' },
    ],
  };
  await fc.assert(
    fc.asyncProperty(texts, async ({ description, pets }) => {
      const state = { ...base, description, pets: new Map(Object.entries(pets)) };
      expect(await again(state, form)).toEqual(state);
    }),
    { numRuns: 50 },
  );
});
