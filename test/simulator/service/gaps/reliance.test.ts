import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type GapKey, gapKeys, gaps } from '../../../../src/simulator/environment/gaps/gaps.ts';
import type { GapChoiceTexts } from '../../../../src/simulator/environment/initial-state.ts';
import { aState, placed } from '../../../support/an-environment.ts';
import { openTestSimulator, type TestSimulator } from '../../../support/open-test-simulator.ts';
import { anyRequest, sendAny } from '../any-request.ts';

const date = '2026-01-20T10:00:00Z';
const stocks = [
  [],
  [placed(7n)],
  [placed(9n, 'pending', { quantity: 2n }), placed(7n)],
  [placed(9n, 'pending', { shipDate: date }), placed(8n, 'shipped'), placed(7n, 'cancelled')],
];
const pets = new Map([['1', { name: 'Rex' }]]);

/** Choices with a parameter, by their names in the table. */
const examples: Readonly<Record<string, readonly string[]>> = {
  'after-N-ms': ['after-5-ms'],
  'after-N-reads': ['after-1-reads', 'after-2-reads'],
  'map:…': ['map:unauthorized=A,order_not_found=B'],
  'since:…': ['since:2026-01-01'],
  'sunset:…': ['sunset:2026-01-01..2026-06-30'],
  'gone:…': ['gone:2026-01-01..2026-06-30', 'gone:1969-01-01..1969-06-30'],
};
const choicesOf = (key: GapKey): readonly string[] =>
  Object.keys(gaps.find((gap) => gap.key === key)?.choices ?? {}).flatMap((name) => examples[name] ?? name);

const anyChoices: fc.Arbitrary<GapChoiceTexts> = fc
  .uniqueArray(fc.constantFrom(...gapKeys), { maxLength: 6 })
  .chain((keys) =>
    fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), fc.constantFrom(...choicesOf(key))))),
  )
  .map((entries) => Object.fromEntries(entries));

const send = fc.record({ kind: fc.constant('send' as const), request: anyRequest });
const otherStep = fc.oneof(
  fc.record({ kind: fc.constant('advance' as const), ms: fc.constantFrom(1, 5) }),
  fc.record({ kind: fc.constant('choose' as const), choices: anyChoices }),
);
type Step =
  typeof send extends fc.Arbitrary<infer T>
    ? T | (typeof otherStep extends fc.Arbitrary<infer U> ? U : never)
    : never;
const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ weight: 9, arbitrary: send }, { weight: 1, arbitrary: otherStep }),
  { minLength: 6, maxLength: 14 },
);

const simulators = [await openTestSimulator(), await openTestSimulator()] as const;
afterAll(() => Promise.all(simulators.map((simulator) => simulator.stop(0))));

/** The response to each request, and the gaps that it and all before it relied on. */
async function run(simulator: TestSimulator, stock: number, own: GapChoiceTexts, steps: readonly Step[]) {
  const environment = simulator.environments.production;
  await environment.load(
    aState({ orders: stocks[stock] ?? [], pets, gaps: own, clock: { at: 0, frozen: true } }),
  );
  const { state } = environment;
  const seen: { response: string; relied: ReadonlySet<GapKey> }[] = [];
  for (const step of steps) {
    if (step.kind === 'advance') state.clock.set(state.clock.now() + step.ms);
    else if (step.kind === 'choose') state.choices.change(undefined, { ...step.choices, ...own });
    else {
      const { head, body } = await sendAny(simulator, step.request);
      const response = head.replace(/^Date: .*\r\n/m, '') + body;
      const relied = new Set([...state.journal.entries()].flatMap(({ reliedOn }) => reliedOn));
      seen.push({ response, relied });
    }
  }
  return seen;
}

/** The choices without which a gap has no effect, and those that would depend on it. */
const fixedFor: Partial<Record<GapKey, GapChoiceTexts>> = {
  'list-lag': { 'cancelled-in-list': 'remove', accept: 'ignore', 'list-query': 'ignore' },
  'cancelled-in-list': { 'cancel-again': 'conflict' },
};

test.each(gapKeys)('an exchange that %s changes relies on it, or an earlier one does', async (key) => {
  const pair = fc.shuffledSubarray([...choicesOf(key)], { minLength: 2, maxLength: 2 });
  const fixed = fixedFor[key] ?? {};
  await fc.assert(
    fc.asyncProperty(
      pair,
      anyChoices,
      fc.nat(stocks.length - 1),
      anySteps,
      async ([one, other], rest, stock, steps) => {
        const [first, second] = await Promise.all([
          run(simulators[0], stock, { ...rest, ...fixed, [key]: one }, steps),
          run(simulators[1], stock, { ...rest, ...fixed, [key]: other }, steps),
        ]);
        for (const [at, { response, relied }] of first.entries()) {
          const twin = second[at];
          if (response === twin?.response) continue;
          expect(relied, `${response}\n-- but with the other choice --\n${twin?.response}`).toContain(key);
          expect(twin?.relied, `${twin?.response}\n-- but with the other choice --\n${response}`).toContain(
            key,
          );
          return;
        }
      },
    ),
    { numRuns: 20 },
  );
});
