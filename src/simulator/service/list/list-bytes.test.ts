import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { anEnvironment } from '../../../../test/support/an-environment.ts';
import type { EnvironmentState } from '../../environment/environment.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import type { OrderStatus } from '../../orders/order.ts';
import type { OrderList } from '../../orders/order-store.ts';
import { type ListBody, listBody, listBudget, maxListBytes } from './list-body.ts';

function stateWith(count: number, statusAt: (at: number) => OrderStatus = () => 'pending'): EnvironmentState {
  const shipDate = '2026-01-20T10:00:00Z';
  const orders = Array.from({ length: count }, (_, at) => ({
    order: { id: BigInt(at), petId: 7n, shipDate },
    status: statusAt(at),
  }));
  return anEnvironment({ orders }).state;
}

/** A state whose list has this many bytes. */
function stateOfLength(length: number): EnvironmentState {
  const shipDate = 'x'.repeat(length - '[{"shipDate":""}]'.length);
  return anEnvironment({ orders: [{ order: { shipDate }, status: 'pending' }] }).state;
}

/** Drops all lists: those of other tests would be dropped for those of a test. */
function dropLists(): void {
  const all = { drop: () => undefined };
  listBudget.use(all, maxListBytes);
  listBudget.use(all, 0);
}

/** The list without an await, so that no collection changes the budget meanwhile. */
function bodyNow(state: EnvironmentState, given: Partial<Choices> = {}): ListBody {
  const choices = { ...state.choices.forRequest(1), ...given };
  const made = listBody(state, state.store.list() as OrderList, choices);
  if (made instanceof Promise) throw new Error('the list is made in slices');
  return made;
}

/** The bytes that a list adds to those that are kept. */
function keptBy(make: () => ListBody): { readonly body: ListBody; readonly kept: number } {
  const before = listBudget.total;
  const body = make();
  return { body, kept: listBudget.total - before };
}

test('counts the bytes that a list keeps besides those of the store', () => {
  dropLists();
  const short = stateWith(10);
  const asKept = keptBy(() => bodyNow(short));
  expect(asKept.kept).toBe(asKept.body.length);
  // Each order has a comma before it, and its end is kept; the body is a copy in brackets.
  const sorted = keptBy(() => bodyNow(short, { 'list-order': 'by-id' }));
  expect(sorted.kept).toBe(2 * sorted.body.length - 1 + 4 * 10);
  expect(keptBy(() => bodyNow(short, { 'list-order': 'by-id' })).kept).toBe(0);
});

test('counts the bytes that a list without its cancelled orders keeps', () => {
  dropLists();
  const state = stateWith(10, (at) => (at < 4 ? 'cancelled' : 'pending'));
  const removed = keptBy(() => bodyNow(state, { 'cancelled-in-list': 'remove' }));
  expect(JSON.parse(`${removed.body.chunks[0]}`)).toHaveLength(6);
  expect(removed.kept).toBe(2 * removed.body.length - 1);
  const written = keptBy(() => bodyNow(state, { 'cancelled-in-list': 'remove', 'ship-date-form': 'millis' }));
  const all = bodyNow(state, { 'ship-date-form': 'millis' }).length;
  expect(written.kept).toBe(all - 1 + 4 * 10 + 2 * written.body.length - 1);
});

test('a long list is joined into one chunk when it is requested again, up to 4 MiB', () => {
  dropLists();
  const state = stateWith(10_000);
  const first = keptBy(() => bodyNow(state));
  expect([first.kept, first.body.chunks.length]).toEqual([0, 22]);
  const again = keptBy(() => bodyNow(state));
  expect([again.kept, again.body.chunks.length]).toEqual([first.body.length, 1]);
  expect(again.body.chunks[0]?.equals(Buffer.concat(first.body.chunks))).toBe(true);
  expect(keptBy(() => bodyNow(state))).toEqual({ kept: 0, body: again.body });
  const longer = stateWith(80_000);
  expect(bodyNow(longer).length).toBeGreaterThan(4 * 1024 ** 2);
  expect(keptBy(() => bodyNow(longer))).toMatchObject({ kept: 0, body: { chunks: { length: 159 } } });
});

test('a segment without shown orders leaves no comma behind', () => {
  const first = stateWith(520, (at) => (at < 512 ? 'cancelled' : 'pending'));
  const last = stateWith(520, (at) => (at < 512 ? 'pending' : 'cancelled'));
  for (const [state, count] of [
    [first, 8],
    [last, 512],
    [stateWith(600, () => 'cancelled'), 0],
  ] as const) {
    const { chunks } = bodyNow(state, { 'cancelled-in-list': 'remove' });
    expect(JSON.parse(`${Buffer.concat(chunks)}`)).toHaveLength(count);
  }
});

test('the head for the journal has the first 8 KiB, and holds on to no longer list', () => {
  const short = bodyNow(stateWith(10));
  expect(short.head).toBe(short.chunks[0]);
  for (const count of [200, 10_000]) {
    const { head, chunks } = bodyNow(stateWith(count));
    expect(head.equals(Buffer.concat(chunks).subarray(0, 8_192))).toBe(true);
    expect(head.buffer.byteLength).toBe(8_192);
  }
});

test('a short list is also a string, and a longer one is not', () => {
  const { chunks, latin1 } = bodyNow(stateWith(10));
  expect(latin1).toBe(`${chunks[0]}`);
  expect(bodyNow(stateWith(1_000)).latin1).toBeUndefined();
});

test.each([
  ['a string', 16 * 1024, ({ latin1 }: ListBody) => latin1 !== undefined],
  ['its own head', 8_192, ({ head, chunks }: ListBody) => head === chunks[0]],
  ['one chunk', 256 * 1024, ({ chunks }: ListBody) => chunks.length === 1],
] as const)('a list is %s up to %i bytes', (_, most, holds) => {
  const bodies = [most, most + 1].map((length) => bodyNow(stateOfLength(length)));
  expect(bodies.map(({ length }) => length)).toEqual([most, most + 1]);
  expect(bodies.map(holds)).toEqual([true, false]);
});

test('a list of 4 MiB is joined when it is requested again, and a longer one is not', () => {
  for (const [length, chunks] of [
    [4 * 1024 ** 2, 1],
    [4 * 1024 ** 2 + 1, 3],
  ] as const) {
    const state = stateOfLength(length);
    bodyNow(state);
    expect(bodyNow(state).chunks).toHaveLength(chunks);
  }
});

test('a list that is requested again is dropped after one that is not', () => {
  dropLists();
  const [one, other] = [stateWith(10), stateWith(10)];
  const [first, second] = [one, other].map((state) => bodyNow(state));
  expect(bodyNow(one).etag).toBe(first?.etag);
  listBudget.use({ drop: () => undefined }, maxListBytes - (first?.length ?? 0));
  expect(bodyNow(one).etag).toBe(first?.etag);
  expect(bodyNow(other).etag).not.toBe(second?.etag);
});

test('a list is compressed once', async () => {
  const body = bodyNow(stateWith(10_000));
  const zipped = body.gzip();
  expect(body.gzip()).toBe(zipped);
  expect(gunzipSync(await zipped).equals(Buffer.concat(body.chunks))).toBe(true);
});

test('the compressed bytes of a list count, if it is still the latest', async () => {
  dropLists();
  for (const isLatest of [true, false]) {
    const state = stateWith(1_000);
    const given = { 'list-order': 'by-id' } as const;
    const body = bodyNow(state, given);
    const zipped = body.gzip();
    if (!isLatest) {
      state.store.remove(7n);
      bodyNow(state, given);
    }
    const { length } = await zipped;
    // As much as fits beside the list with its compressed bytes, so that one byte more drops it.
    const now = bodyNow(state, given);
    // Beside the bytes, the end of each order.
    const ends = 4 * (isLatest ? 1_000 : 999);
    const own = 2 * now.length - 1 + ends + (isLatest ? length : 0);
    const beside = { drop: () => undefined };
    listBudget.use(beside, maxListBytes - own);
    expect(bodyNow(state, given).etag).toBe(now.etag);
    listBudget.use(beside, maxListBytes - own + 1);
    expect(bodyNow(state, given).etag).not.toBe(now.etag);
  }
});

test('a list that is dropped while it is compressed keeps no bytes, and nothing fails', async () => {
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const body = bodyNow(stateWith(1_000));
  const zipped = body.gzip();
  dropLists();
  const before = listBudget.total;
  expect(gunzipSync(await zipped).length).toBe(body.length);
  await nextTurn();
  expect([listBudget.total, failures]).toEqual([before, []]);
});

test('a list that was made in slices and dropped is made again', async () => {
  dropLists();
  const state = stateWith(1_200);
  const choices = { ...state.choices.forRequest(1), 'ship-date-form': 'millis' } as const;
  const made = listBody(state, state.store.list() as OrderList, choices);
  const body = await made;
  expect(made).toBeInstanceOf(Promise);
  expect(bodyNow(state, choices).etag).toBe(body.etag);
  dropLists();
  const again = listBody(state, state.store.list() as OrderList, choices);
  expect(again).toBeInstanceOf(Promise);
  expect(again).not.toBe(made);
  expect((await again).etag).not.toBe(body.etag);
  expect(bodyNow(state, choices).etag).toBe((await again).etag);
});

test('1,000 orders are written at once', () => {
  expect(bodyNow(stateWith(1_000), { 'list-order': 'shuffled' }).length).toBeGreaterThan(1_000);
  expect(() => bodyNow(stateWith(1_001), { 'list-order': 'shuffled' })).toThrow('in slices');
  expect(bodyNow(stateWith(0), { 'list-order': 'by-id' }).length).toBe(2);
});

test('a later list replaces an earlier one that is still made, and both wait only once', async () => {
  const state = stateWith(1_200);
  const choices = {
    ...state.choices.forRequest(1),
    'cancelled-in-list': 'remove',
    'optional-fields': 'null',
  } as const;
  const list = () => listBody(state, state.store.list() as OrderList, choices);
  const first = list();
  await state.store.cancel(5n);
  const second = list();
  expect(second).not.toBe(first);
  expect(list()).toBe(second);
  expect((await first).length).toBeGreaterThan((await second).length);
  expect(await list()).toMatchObject({ length: (await second).length });
  // The other orders are written already.
  await state.store.cancel(6n);
  expect(list()).not.toBeInstanceOf(Promise);
  state.listLag.cancelled(5n, 'after-9-reads', 0, 0);
  state.listLag.cancelled(6n, 'after-9-reads', 0, 0);
  expect(await list()).toMatchObject({ length: (await first).length });
});
