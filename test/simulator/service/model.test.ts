import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderStatus } from '../../../src/simulator/orders/order.ts';
import { placed } from '../../support/an-environment.ts';
import { inProduction, openTestSimulator, testKey } from '../../support/open-test-simulator.ts';

const start: readonly (readonly [id: string, status: OrderStatus])[] = [
  ['1', 'pending'],
  ['2', 'shipped'],
  ['9007199254740993', 'pending'],
  ['-4', 'pending'],
];
const step = fc.record({
  kind: fc.constantFrom('list', 'cancel', 'ship', 'reset'),
  id: fc.constantFrom('1', '2', '9007199254740993', '9007199254740992', '-4', '5'),
});

test('lists, cancels, ships and resets like a plain map', async () => {
  await using simulator = await openTestSimulator({
    orders: start.map(([id, status]) => placed(BigInt(id), status)),
  });
  const send = async (method: string, path = '') => {
    const headers = { Authorization: `Bearer ${testKey}` };
    const response = await fetch(`${simulator.baseUrl}/store/orders${path}`, { method, headers });
    return { status: response.status, text: await response.text() };
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await simulator.environments.production.reset();
      let model = new Map(start);
      for (const { kind, id } of steps) {
        const before = model.get(id);
        if (kind === 'reset') {
          await simulator.environments.production.reset();
          model = new Map(start);
        } else if (kind === 'list') {
          expect((await send('GET')).text).toBe(
            `[${[...model.keys()].map((one) => `{"id":${one}}`).join()}]`,
          );
        } else if (kind === 'ship') {
          await inProduction(simulator, ({ store }) => store.ship(BigInt(id)));
          if (before === 'pending') model.set(id, 'shipped');
        } else {
          const refused = before === undefined ? 404 : 409;
          expect((await send('DELETE', `/${id}`)).status).toBe(before === 'pending' ? 204 : refused);
          if (before === 'pending') model.set(id, 'cancelled');
        }
      }
    }),
    { numRuns: 100 },
  );
});
