import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { anEnvironment } from '../../../../test/support/an-environment.ts';
import { decisive, freshBytes } from '../../../../test/support/fresh-list.ts';
import { drawFraction } from '../../../draw.ts';
import type { EnvironmentState } from '../../environment/environment.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import type { PlacedOrder } from '../../orders/order-store.ts';
import { type ListBody, listBody, listGaps, maxListBytes, seedOfList } from './list-body.ts';

test('bytes are made once, and again only if the list shows a change', async () => {
  const { state } = anEnvironment({
    orders: [1n, 2n].map((one) => ({ order: { id: one }, status: 'pending' })),
  });
  const choices = state.choices.forRequest(1);
  const removing = { ...choices, 'cancelled-in-list': 'remove' } as const;
  const bytes = async (of: Choices): Promise<Buffer | undefined> =>
    (await listBody(state, await state.store.list(), of)).chunks[0];
  const [kept, removed] = [await bytes(choices), await bytes(removing)];
  state.listLag.cancelled(9n, 'after-1-reads', 0, 0);
  expect(await bytes(choices)).toBe(kept);
  expect(await bytes(removing)).toBe(removed);
  const sorted = await bytes({ ...choices, 'list-order': 'by-id' });
  await state.store.cancel(1n);
  expect(await bytes(choices)).toBe(kept);
  expect(await bytes({ ...choices, 'list-order': 'by-id' })).toBe(sorted);
  expect(`${await bytes(removing)}`).toBe('[{"id":2}]');
});

test('a list relies on the gaps that decide its bytes', () => {
  expect(listGaps.toSorted()).toEqual([...decisive, 'list-order'].toSorted());
});

test('two long lists that differ only at their ends have different ETags', async () => {
  const etagOf = async (quantity: bigint): Promise<string> => {
    const orders = Array.from({ length: 20_000 }, (_, at) => ({
      order: { id: BigInt(at), quantity: at === 19_999 ? quantity : 1n },
      status: 'pending' as const,
    }));
    const { state } = anEnvironment({ orders });
    const body = await listBody(state, await state.store.list(), state.choices.forRequest(1));
    expect(body.chunks.length).toBeGreaterThan(1);
    return body.etag();
  };
  expect(await etagOf(1n)).toBe(await etagOf(1n));
  expect(await etagOf(1n)).not.toBe(await etagOf(2n));
});

test('bytes are made again after the lists of other environments took more than 32 MiB', async () => {
  const shipDate = 'x'.repeat(4_000);
  const orders = Array.from({ length: 900 }, (_, at) => ({
    order: { id: BigInt(at), petId: 7n, shipDate },
    status: 'pending' as const,
  }));
  const bodyOf = async ({ state }: ReturnType<typeof anEnvironment>): Promise<ListBody> => {
    const choices = { ...state.choices.forRequest(1), 'list-order': 'by-id' } as const;
    return listBody(state, await state.store.list(), choices);
  };
  const first = anEnvironment({ orders });
  const before = await bodyOf(first);
  const others = Array.from({ length: 12 }, () => anEnvironment({ orders }));
  let total = 0;
  for (const one of others) total += (await bodyOf(one)).length;
  expect(total).toBeGreaterThan(maxListBytes);
  // Each body has its own function, also after its chunks were joined.
  const last = others.at(-1) ?? first;
  expect((await bodyOf(last)).etag).toBe((await bodyOf(last)).etag);
  const again = await bodyOf(first);
  expect(again.etag).not.toBe(before.etag);
  expect(await again.etag()).toBe(await before.etag());
});

const many: readonly PlacedOrder[] = Array.from({ length: 1_200 }, (_, at) => ({
  order: { id: BigInt((at * 7) % 1_200), petId: 7n, shipDate: '2026-01-20T10:00:00Z' },
  status: at % 5 === 0 ? 'cancelled' : 'pending',
}));

test.each(['as-placed', 'by-id', 'shuffled'] as const)(
  'a long list %s that is written in slices shows the orders as they were when it was requested',
  async (order) => {
    // The ids of orders with a handle are not left out.
    const handles = new Map(many.map(({ order: { id = 0n } }) => [`order-${id}`, id]));
    const { state } = anEnvironment({ orders: many, handles });
    await state.store.put({ order: { quantity: 1n }, status: 'pending' });
    state.listLag.cancelled(35n, 'after-1-reads', 0, 0);
    const choices = {
      ...state.choices.forRequest(1),
      'list-order': order,
      'cancelled-in-list': 'remove',
      'optional-fields': order === 'shuffled' ? 'sparse' : 'null',
    } as const;
    const expected = await sortedBytes(state, choices);
    const made = listBody(state, await state.store.list(), choices);
    expect(made).toBeInstanceOf(Promise);
    expect(listBody(state, await state.store.list(), choices)).toBe(made);
    state.listLag.settle(0, 1);
    await state.store.cancel(1n);
    await state.store.remove(2n);
    await state.store.put({ order: { id: 3n, complete: true }, status: 'pending' });
    const later = listBody(state, await state.store.list(), choices);
    expect(Buffer.concat((await made).chunks).toString()).toBe(expected);
    const now = await sortedBytes(state, choices);
    expect(now).not.toBe(expected);
    expect(Buffer.concat((await later).chunks).toString()).toBe(now);
    const again = await listBody(state, await state.store.list(), choices);
    expect(Buffer.concat(again.chunks).toString()).toBe(now);
  },
);

test.each([{ 'list-order': 'shuffled' }, { 'optional-fields': 'sparse' }] as const)(
  'with %o sixteen lists in a row differ and are written once, and a second run has the same ones',
  async (gap) => {
    const run = async (): Promise<readonly (readonly Buffer[])[]> => {
      const { state } = anEnvironment({ orders: many.slice(0, 30) });
      const lists: (readonly Buffer[])[] = [];
      for (; state.counts.lists < 32; state.counts.lists++) {
        const body = await listBody(state, state.store.list(), { ...state.choices.forRequest(1), ...gap });
        lists.push(body.chunks);
      }
      return lists;
    };
    const lists = await run();
    expect(new Set(lists.slice(0, 16).map(String)).size).toBe(16);
    expect(lists.slice(16).every(([bytes], at) => bytes === lists[at]?.[0])).toBe(true);
    expect(await run()).toEqual(lists);
  },
);

test('an earlier list that is ready later does not replace the later one', async () => {
  const { state } = anEnvironment({ orders: many });
  const choices = { ...state.choices.forRequest(1), 'ship-date-form': 'millis' } as const;
  const earlier = listBody(state, await state.store.list(), choices);
  for (let id = 100n; id < 1_200n; id++) await state.store.remove(id);
  const later = await listBody(state, await state.store.list(), choices);
  await earlier;
  const again = await listBody(state, await state.store.list(), choices);
  expect(again.etag).toBe(later.etag);
  expect(Buffer.concat((await earlier).chunks).length).toBeGreaterThan(later.length);
});

test('an ETag of a long list is made in slices, once', async () => {
  const { state } = anEnvironment({
    orders: Array.from({ length: 5 }, (_, at) => many.map(withOtherIds(at))).flat(),
  });
  const choices = {
    ...state.choices.forRequest(1),
    'extra-fields': 'some',
    'optional-fields': 'null',
  } as const;
  const body = await listBody(state, await state.store.list(), choices);
  expect(body.length).toBeGreaterThan(512 * 1024);
  const etag = body.etag();
  expect(etag).toBeInstanceOf(Promise);
  expect(body.etag()).toBe(etag);
  const { chunks } = await listBody(state, await state.store.list(), choices);
  const hash = createHash('sha256').update(Buffer.concat(chunks)).digest('base64url');
  expect(await etag).toBe(`"${hash.slice(0, 27)}"`);
});

function withOtherIds(at: number): (placed: PlacedOrder) => PlacedOrder {
  return ({ order, status }) => ({ order: { ...order, id: (order.id ?? 0n) + BigInt(at * 10_000) }, status });
}

/** The list made from the store without any cache, in the order that is chosen. */
async function sortedBytes(state: EnvironmentState, choices: Choices): Promise<string> {
  const lines: readonly string[] = JSON.parse(await freshBytes(state, choices), (_, value) =>
    Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : value,
  );
  const last = (await state.store.list()).segments.flatMap(({ statuses }) => statuses).length - 1;
  const ids = lines.map((line) => JSON.parse(line).id);
  const place = (at: number): number => {
    const id = ids[at];
    if (choices['list-order'] === 'as-placed') return at;
    if (choices['list-order'] === 'by-id') return id ?? Number.POSITIVE_INFINITY;
    return drawFraction(seedOfList(state, choices), 'shuffle', id ?? `at ${last}`);
  };
  const sorted = lines.map((line, at) => ({ line, place: place(at) })).sort((a, b) => a.place - b.place);
  return `[${sorted.map(({ line }) => line).join()}]`;
}
