import { expect, test } from 'vitest';
import type { PackedParts } from '../../orders/memory/packed-orders.ts';
import { readScenarioObject } from '../../scenarios/read-scenario-object.ts';
import { resolveScenario } from '../../scenarios/resolve-scenario.ts';
import { receiveScenario, type SentScenario } from '../../scenarios/sent-scenario.ts';
import { doJob } from './do-job.ts';
import type { Job } from './job.ts';

// A thread runs this code as it is; here it runs where tests see it.

async function done(job: Job): Promise<{ readonly result: unknown; readonly buffers: ArrayBufferLike[] }> {
  const [reply, buffers] = await doJob(job);
  if (reply.kind !== 'done') throw new Error(JSON.stringify(reply));
  return { result: reply.result, buffers };
}

/** The ids and statuses of a scenario that was sent, and how many buffers its orders have. */
async function ordersOf(sent: SentScenario, seed = 1) {
  const { orders } = await resolveScenario(receiveScenario(sent), { seed });
  return [...orders].map(({ order, status }) => [order.id, status]);
}

function buffersOf(parts: PackedParts | undefined): number {
  return parts === undefined ? 0 : 2 * parts.segments.length + 3;
}

const body = (route: string, text: string, kind: 'json' | 'yaml' = 'json', maxOrders = 1_000): Job => ({
  kind: 'body',
  route,
  content: { kind, text },
  maxOrders,
});

const twoOrders = '{"orders":[{"id":1},{"id":2,"status":"shipped"}]}';

test.each([
  ['json', `{"seed":7,"scenario":${twoOrders}}`],
  ['yaml', 'orders: [{ id: 1 }, { id: 2, status: shipped }]'],
] as const)('packs the orders of a scenario in a %s body', async (kind, text) => {
  const { result, buffers } = await done(body('PUT /environments/{environment}', text, kind));
  const { scenario, ...rest } = result as { readonly scenario: SentScenario };
  expect(rest).toEqual(kind === 'json' ? { seed: 7 } : {});
  expect(await ordersOf(scenario)).toEqual([
    [1n, 'pending'],
    [2n, 'shipped'],
  ]);
  expect(scenario.parts?.segments).toHaveLength(1);
  expect(buffers).toHaveLength(buffersOf(scenario.parts));
});

test('leaves generated orders to the handler, which knows the seed', async () => {
  const text = '{"scenario":{"generate":[{"count":3,"firstId":5}]}}';
  const { result, buffers } = await done(body('PUT /environments/{environment}', text));
  const { scenario } = result as { readonly scenario: SentScenario };
  expect([scenario.parts, buffers]).toEqual([undefined, []]);
  expect((await ordersOf(scenario)).map(([id]) => id)).toEqual([5n, 6n, 7n]);
});

test.each([
  ['PUT /environments/{environment}', '{"scenario":"mixed"}', { scenario: 'mixed' }],
  ['PATCH /environments/{environment}/clock', '{"frozen":true}', { frozen: true }],
])('reads the body of %s without a scenario', async (route, text, expected) => {
  expect(await done(body(route, text))).toEqual({ result: expected, buffers: [] });
});

test('refuses a body with its problems', async () => {
  const [reply, buffers] = await doJob(body('PATCH /environments/{environment}/clock', '{"frozen":7}'));
  expect(reply).toMatchObject({ kind: 'refused', problems: [{ where: 'body.json:1:11' }] });
  expect(buffers).toEqual([]);
  const many = body('PUT /environments/{environment}', `{"scenario":${twoOrders}}`, 'json', 1);
  expect((await doJob(many))[0].kind).toBe('refused');
});

test.each(['GET /environments', 'PUT /nothing'])('fails for %s, which reads no body', async (route) => {
  const [reply, buffers] = await doJob(body(route, '{}'));
  expect(reply).toEqual({ kind: 'failed', error: new Error(`no route ${route} reads a body`) });
  expect(buffers).toEqual([]);
});

test('opens a named scenario, and generates the orders of one with a seed', async () => {
  const opened = await done({
    kind: 'open',
    name: 'mixed',
    catalog: { folder: undefined, maxOrders: 1_000 },
    seed: 1,
  });
  const mixed = opened.result as SentScenario;
  expect([mixed.name, opened.buffers.length]).toEqual(['mixed', buffersOf(mixed.parts)]);
  const scenario = await readScenarioObject({ generate: [{ count: 4, firstId: 1 }] }, { name: 'scenario' });
  const texts = [];
  for (const seed of [1, 2, 1]) {
    const { result, buffers } = await done({ kind: 'generate', scenario, seed });
    const { parts } = result as SentScenario;
    expect(buffers).toHaveLength(buffersOf(parts));
    texts.push(`${parts?.segments[0]?.bytes}`);
  }
  expect(texts[2]).toBe(texts[0]);
  expect(texts[1]).not.toBe(texts[0]);
});
