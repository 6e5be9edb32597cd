import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anEnvironment } from '../../../../test/support/an-environment.ts';
import { decisive, freshBytes } from '../../../../test/support/fresh-list.ts';
import type { EnvironmentState } from '../../environment/environment.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import { type GapKey, gaps } from '../../environment/gaps/gaps.ts';
import { type Order, orderStatuses } from '../../orders/order.ts';
import type { PlacedOrder } from '../../orders/order-store.ts';
import { listBody } from './list-body.ts';

const id = fc.bigInt(0n, 12n);
const order: fc.Arbitrary<Order> = fc.record(
  {
    quantity: fc.bigInt(-9n, 9n),
    shipDate: fc.constantFrom('2026-01-20T10:00:00Z', '2026-01-20T10:00:00.5+01:00', 'später, {"id":3}'),
    complete: fc.boolean(),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const placed: fc.Arbitrary<PlacedOrder> = fc
  .tuple(fc.option(id, { nil: undefined }), order, fc.constantFrom(...orderStatuses))
  .map(([one, rest, status]) => ({ order: one === undefined ? rest : { id: one, ...rest }, status }));
const start = fc.uniqueArray(placed, {
  maxLength: 12,
  // No two have the same id; any number has none.
  selector: (one) => one.order.id ?? Symbol('no id'),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancel' as const), id, lags: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('put' as const), placed }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  { weight: 1, arbitrary: fc.constant({ do: 'settle' as const }) },
);
const choicesOf = (key: GapKey): fc.Arbitrary<string> =>
  fc.constantFrom(...Object.keys(gaps.find((gap) => gap.key === key)?.choices ?? {}));
const differing = fc.record(Object.fromEntries(decisive.map((key) => [key, choicesOf(key)] as const)));

test('cached bytes equal newly made bytes after any change and for any choices', async () => {
  const asked = fc.array(fc.tuple(step, differing), { maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(start, asked, async (orders, steps) => {
      const { state } = anEnvironment({ orders });
      const usual = state.choices.forRequest(1);
      const removing = { ...usual, 'cancelled-in-list': 'remove' } as const;
      for (const [one, given] of steps) {
        await take(state, one);
        for (const choices of [usual, removing, { ...usual, ...given } as Choices]) {
          const { chunks, length } = await listBody(state, state.store.list(), choices);
          const bytes = Buffer.concat(chunks);
          expect(bytes.toString()).toBe(await freshBytes(state, choices));
          expect(bytes).toHaveLength(length);
        }
      }
    }),
  );
});

async function take(
  { store, listLag }: EnvironmentState,
  one: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
): Promise<void> {
  if (one.do === 'put') store.put(one.placed);
  else if (one.do === 'remove') store.remove(one.id);
  else if (one.do === 'settle') listLag.settle(0, 1);
  else if ((await store.cancel(one.id)).kind === 'cancelled' && one.lags)
    listLag.cancelled(one.id, 'after-1-reads', 0, 0);
}
