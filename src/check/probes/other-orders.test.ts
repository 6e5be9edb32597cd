import { expect, test } from 'vitest';
import { aResponse } from '../../../test/contract/a-response.ts';
import type { PlannedRequest } from '../../contract/exchange.ts';
import { surveyList } from '../../contract/judge/list-survey.ts';
import { orderListReader } from '../../contract/judge/order-list.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
import { ResultCollector } from '../../contract/result-collector.ts';
import { createListsSeen } from '../safety/lists-seen.ts';
import { othersSince, reportOthers } from './other-orders.ts';
import type { ProbeContext } from './probe.ts';

/** A target with these lists, one for each request; the last one stays. A request takes `tookMs`. */
function targetWith(texts: readonly string[], tookMs = 10) {
  const lists = createListsSeen(orderListReader(surveyList));
  const collector = new ResultCollector();
  const pauses: number[] = [];
  let number = 0;
  const attempt = async (request: PlannedRequest) => {
    const text = texts[Math.min(lists.plain.length, texts.length - 1)] ?? '';
    const outcome = { kind: 'responded' as const, response: aResponse(text) };
    number += 1;
    const exchange = { number, request, startedAt: number * tookMs, outcome };
    lists.learn(exchange);
    return { ...outcome, exchange };
  };
  const pause = async (ms: number): Promise<void> => void pauses.push(ms);
  const drawId = (from: bigint): bigint => from;
  const context: ProbeContext = {
    attempt,
    collector,
    lists,
    drawId,
    accepted: new Set(),
    cancelled: new Set(),
    pause,
    pendingIds: [1n],
    shippedIds: [],
    raceIds: [],
    raceBurst: 2,
    refusedKeys: [],
    burst: async () => ({ kind: 'withheld', reason: 'no race' }),
  };
  return { context, pauses, collector };
}

/** Lists, cancels order 1 `cancels` times, lists, and returns what happened to the others. */
async function cancelled(texts: readonly string[], cancels = 1, tookMs?: number) {
  const target = targetWith(texts, tookMs);
  const { attempt, lists } = target.context;
  await attempt(listOrders());
  const before = lists.latest();
  for (let time = 0; time < cancels; time += 1) await attempt(cancelOrder(1n));
  await attempt(listOrders());
  const others = await othersSince(target.context, before, new Set([1n]));
  reportOthers(target.context, others, 'the cancel of order 1');
  return { ...target, others, requested: lists.plain.length };
}

const [all, without2, more] = [
  '[{"id":1},{"id":2},{"id":3}]',
  '[{"id":1},{"id":3}]',
  '[{"id":1},{"id":2},{"id":3},{"id":4}]',
];

/** A list of orders with all fields. */
function whole(...ids: readonly number[]): string {
  const orders = ids.map(
    (id) => `{"id":${id},"quantity":1,"petId":7,"shipDate":"2026-01-20T10:00:00Z","complete":false}`,
  );
  return `[${orders}]`;
}

test('requests no other list if only the own order is gone', async () => {
  const { others, requested, collector } = await cancelled([all, '[{"id":2},{"id":3}]']);
  expect(others).toEqual({ kind: 'unchanged' });
  expect(requested).toBe(2);
  expect([...collector.exercised.keys()]).toEqual(['R33']);
});

test('watches a list without another order for two seconds, and reports it if it stays the same', async () => {
  const { others, requested, pauses, collector } = await cancelled([whole(1, 2, 3), whole(1, 3)]);
  expect(others).toMatchObject({ kind: 'damaged', changes: { gone: [2n] }, exchange: 3 });
  expect(requested).toBe(2 + 2 + 12);
  expect(pauses).toEqual(Array(12).fill(2000 / 12));
  expect(collector.findings).toMatchObject([{ rule: 'R33', exchange: 3 }]);
});

test('watches for four lists more than the cancels were requests, and for as long each time, within limits', async () => {
  const slow = await cancelled([whole(1, 2, 3), whole(1, 3)], 9, 100);
  expect(slow.pauses).toEqual(Array(14).fill(1000));
  const slower = await cancelled([all, without2], 30, 1000);
  expect(slower.pauses).toEqual(Array(16).fill(5000));
});

test('watches until a list shows all fields again, up to sixteen lists: one without some may hide a change', async () => {
  const [before, after] = [whole(1, 2, 3), whole(1, 3)];
  const sparse = '[{"id":1},{"id":3}]';
  const rewritten = after.replace('"id":3,"quantity":1', '"id":3,"quantity":2');
  const hidden = (lists: number) => [
    before,
    ...Array(2 + 12 - lists + 1).fill(after),
    ...Array(lists).fill(sparse),
  ];
  const found = await cancelled([...hidden(2), sparse, rewritten]);
  expect(found.others.kind).toBe('unknown');
  const notFound = await cancelled(hidden(2));
  expect([notFound.others.kind, notFound.pauses.length]).toEqual(['damaged', 16]);
});

test('a list that shows a cancel late may still change twice', async () => {
  const late = ['[{"id":1},{"id":2},{"id":3},{"id":5}]', all, without2, without2];
  const { others } = await cancelled(late);
  expect(others).toMatchObject({ kind: 'damaged', changes: { gone: [2n, 5n] } });
});

test.each([
  ['the list changes again', [all, without2, without2, without2, '[{"id":1}]']],
  ['the order returns', [all, without2, all]],
  ['an order is added at the same time', [all, '[{"id":1},{"id":3},{"id":4}]']],
  ['an order is added later', [all, without2, without2, '[{"id":1},{"id":3},{"id":4}]']],
])('breaks no rule if %s', async (_what, texts) => {
  const { others, collector } = await cancelled(texts);
  expect(others.kind).toBe('unknown');
  expect(collector.findings).toEqual([]);
  expect(collector.reasons.has('R33')).toBe(true);
  expect(collector.notes.join()).toContain('someone else uses the target');
});

test('breaks no rule if no later list can be read', async () => {
  const { others, collector } = await cancelled([all, without2, '{}']);
  expect(others).toMatchObject({ kind: 'unknown', why: expect.stringContaining('no later lists') });
  expect(collector.findings).toEqual([]);
  expect(collector.notes.join()).not.toContain('someone else');
});

test('watches no list of a target that someone else was seen to use', async () => {
  const target = targetWith([all, more, without2]);
  const { attempt, lists } = target.context;
  await attempt(listOrders());
  await attempt(listOrders());
  const before = lists.latest();
  await attempt(cancelOrder(1n));
  await attempt(listOrders());
  expect((await othersSince(target.context, before)).kind).toBe('unknown');
  expect(lists.plain).toHaveLength(3);
});
