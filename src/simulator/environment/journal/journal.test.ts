import { expect, test } from 'vitest';
import { aJournal, anEntry } from '../../../../test/simulator/environment/journal/a-journal.ts';
import { createTestClock } from '../../../../test/support/test-clock.ts';

const list = (rest = {}) => anEntry('GET /v1/store/orders', { status: 200, ...rest });
const cancel = (id: number, rest = {}) =>
  anEntry(`DELETE /v1/store/orders/${id}`, { status: 204, cancel: 'cancelled', ...rest });

test('finds exchanges by operation, status, order and number, newest first', async () => {
  const { journal } = aJournal([list(), cancel(7), cancel(8), cancel(7, { status: 409 }), list()]);
  const numbers = async (filter: object) => journal.find(filter).exchanges.map(({ number }) => number);
  expect(await numbers({})).toEqual([5, 4, 3, 2, 1]);
  expect(await numbers({ operation: 'listOrders' })).toEqual([5, 1]);
  expect(await numbers({ orderId: 7n })).toEqual([4, 2]);
  expect(await numbers({ orderId: 7n, status: 409 })).toEqual([4]);
  expect(await numbers({ since: 3 })).toEqual([5, 4]);
});

test('drops the oldest, counts them, and resets the count with clear', async () => {
  const { journal } = aJournal([list(), list(), list()], { size: 2 });
  expect([journal.size, journal.counts()]).toEqual([2, { length: 2, dropped: 1 }]);
  expect(journal.get(1)).toBeUndefined();
  expect(journal.get(3)?.number).toBe(3);
  expect(journal.clear()).toBe(2);
  expect(journal.counts()).toEqual({ length: 0, dropped: 0 });
});

test('a wait ends at its timeout with the count, at its signal and with its state', async () => {
  const machine = createTestClock();
  const { journal, pauses } = aJournal([cancel(7)], { machine });
  const wanted = { filter: { operation: 'cancelOrder' }, count: 2, timeoutMs: 5_000 } as const;
  const timedOut = journal.wait(wanted);
  await machine.advance(4_999);
  expect(machine.waiting).toBe(1);
  await machine.advance(1);
  expect(await timedOut).toMatchObject({ reached: false, count: 1, exchanges: [{ number: 1 }] });
  const abort = new AbortController();
  const aborted = journal.wait(wanted, abort.signal);
  abort.abort();
  expect((await aborted).reached).toBe(false);
  const ended = journal.wait(wanted);
  pauses.end();
  expect((await ended).reached).toBe(false);
  expect(machine.waiting).toBe(0);
});

test('a wait that is aborted shows no exchange, however many match', async () => {
  const { journal } = aJournal(Array.from({ length: 100 }, () => list()));
  const wanted = { filter: {}, count: 200, timeoutMs: 5_000 };
  const outcome = await journal.wait(wanted, AbortSignal.abort());
  expect(outcome).toEqual({ reached: false, count: 100, exchanges: [] });
});

test('an open exchange is shown and does not count for a wait', async () => {
  const { journal } = aJournal([list({ ended: 0, end: undefined, status: undefined, endedAt: undefined })]);
  expect(journal.get(1)?.end).toBeUndefined();
  expect((await journal.wait({ filter: {}, count: 1, timeoutMs: 0 }, AbortSignal.abort())).count).toBe(0);
});

test('shows 100 exchanges by default, and pages without gaps and without an empty page', async () => {
  const { journal } = aJournal(
    Array.from({ length: 102 }, () => list()),
    { size: 200 },
  );
  const first = journal.find();
  expect([first.exchanges.length, first.next]).toEqual([100, 3]);
  const last = journal.find({}, { limit: 2, cursor: first.next });
  expect([last.exchanges.map(({ number }) => number), last.next]).toEqual([[2, 1], undefined]);
});

test('waits only for exchanges of its filter, and shows only those', async () => {
  const machine = createTestClock();
  const { journal } = aJournal([list(), cancel(7)], { machine });
  const waiting = journal.wait(
    { filter: { orderId: 8n }, count: 1, timeoutMs: 5_000 },
    new AbortController().signal,
  );
  for (const [at, entry] of [list(), cancel(8)].entries()) {
    const added = { ...entry, number: at + 3 };
    journal.open(added);
    journal.close(added);
  }
  expect(await waiting).toMatchObject({ reached: true, count: 1, exchanges: [{ number: 4 }] });
  expect(machine.waiting).toBe(0);
});
