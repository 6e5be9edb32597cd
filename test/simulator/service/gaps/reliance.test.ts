import { Agent, request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type GapKey, gapKeys, gaps } from '../../../../src/simulator/environment/gaps/gaps.ts';
import type { GapChoiceTexts } from '../../../../src/simulator/environment/initial-state.ts';
import { aState, placed } from '../../../support/an-environment.ts';
import { openTestSimulator, type TestSimulator, testKey } from '../../../support/open-test-simulator.ts';

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

const list = '/v1/store/orders';
const send = fc.record({
  kind: fc.constant('send' as const),
  line: fc.oneof(
    fc.constantFrom(`GET ${list}`, `DELETE ${list}/7`, `DELETE ${list}/9`, `OPTIONS ${list}`, 'GET /v2'),
    fc.constantFrom(
      `HEAD ${list}`,
      `GET ${list}?a=b`,
      `PUT ${list}`,
      `DELETE ${list}/8`,
      `DELETE ${list}/99`,
      `DELETE ${list}/x`,
      `GET ${list}/7`,
      'GET /v1/pets/1',
      'GET /v1/pets/2',
      'POST /quickstart/messages',
    ),
  ),
  authorization: fc.constantFrom(
    ...Array<string>(5).fill(`Bearer ${testKey}`),
    `bearer ${testKey}`,
    'BEARER wrong',
    'Bearer wrong',
    'Basic x',
  ),
  headers: fc.constantFrom<Record<string, string>>(
    {},
    {},
    { accept: 'text/html' },
    { origin: 'http://a.test' },
    { origin: 'http://a.test', 'access-control-request-method': 'DELETE' },
    { 'accept-encoding': 'gzip' },
    { 'if-none-match': '*' },
  ),
  body: fc.constantFrom('{"message":"hi"}', '{'),
});
const otherStep = fc.oneof(
  fc.record({ kind: fc.constant('advance' as const), ms: fc.constantFrom(1, 5) }),
  fc.record({ kind: fc.constant('choose' as const), choices: anyChoices }),
);
type Send = typeof send extends fc.Arbitrary<infer T> ? T : never;
type Step = Send | (typeof otherStep extends fc.Arbitrary<infer T> ? T : never);
const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ weight: 9, arbitrary: send }, { weight: 1, arbitrary: otherStep }),
  { minLength: 6, maxLength: 14 },
);

const agent = new Agent({ keepAlive: true });
const simulators = [await openTestSimulator(), await openTestSimulator()] as const;
afterAll(async () => {
  agent.destroy();
  for (const simulator of simulators) await simulator.stop(0);
});

/** Sends a request and returns its response without Date, as text. */
function exchange(origin: string, { line, authorization, headers, body }: Send): Promise<string> {
  const [method, path] = line.split(' ');
  const content = method === 'POST' ? { 'content-type': 'application/json' } : {};
  return new Promise((resolve, reject) => {
    const options = { method, path, agent, headers: { authorization, ...headers, ...content } };
    const sent = httpRequest(origin, options, async (response) => {
      const chunks: Buffer[] = await response.toArray();
      const fields = response.rawHeaders.filter((_, at, all) => all[at - (at % 2)] !== 'Date');
      resolve([response.statusCode, ...fields, Buffer.concat(chunks).toString('latin1')].join('\n'));
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? body : undefined);
  });
}

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
      const response = await exchange(simulator.serviceOrigin, step);
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
    { numRuns: 10 },
  );
});
