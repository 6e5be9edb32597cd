import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderStatus } from '../../../src/simulator/orders/order.ts';
import { placed } from '../../support/an-environment.ts';
import {
  inProduction,
  openTestSimulator,
  type TestSimulator,
  testKey,
} from '../../support/open-test-simulator.ts';

type Model = { readonly orders: Map<string, OrderStatus> };
type Command = fc.AsyncCommand<Model, TestSimulator>;

const start: readonly (readonly [id: string, status: OrderStatus])[] = [
  ['1', 'pending'],
  ['2', 'shipped'],
  ['9007199254740993', 'pending'],
  ['-4', 'pending'],
];
const headers = { Authorization: `Bearer ${testKey}` };

class List implements Command {
  check = (): boolean => true;
  toString = (): string => 'list';
  async run(model: Model, simulator: TestSimulator): Promise<void> {
    const text = await (await fetch(`${simulator.baseUrl}/store/orders`, { headers })).text();
    expect(text).toBe(`[${[...model.orders.keys()].map((id) => `{"id":${id}}`).join()}]`);
  }
}

class Cancel implements Command {
  readonly #id: string;
  constructor(id: string) {
    this.#id = id;
  }
  check = (): boolean => true;
  toString = (): string => `cancel ${this.#id}`;
  async run(model: Model, simulator: TestSimulator): Promise<void> {
    const status = model.orders.get(this.#id);
    const response = await fetch(`${simulator.baseUrl}/store/orders/${this.#id}`, {
      method: 'DELETE',
      headers,
    });
    await response.arrayBuffer();
    expect(response.status).toBe(status === undefined ? 404 : status === 'pending' ? 204 : 409);
    if (status === 'pending') model.orders.set(this.#id, 'cancelled');
  }
}

class Ship implements Command {
  readonly #id: string;
  constructor(id: string) {
    this.#id = id;
  }
  check = (): boolean => true;
  toString = (): string => `ship ${this.#id}`;
  async run(model: Model, simulator: TestSimulator): Promise<void> {
    await inProduction(simulator, ({ store }) => store.ship(BigInt(this.#id)));
    if (model.orders.get(this.#id) === 'pending') model.orders.set(this.#id, 'shipped');
  }
}

class Reset implements Command {
  check = (): boolean => true;
  toString = (): string => 'reset';
  async run(model: Model, simulator: TestSimulator): Promise<void> {
    await simulator.environments.production.reset();
    model.orders.clear();
    for (const [id, status] of start) model.orders.set(id, status);
  }
}

test('lists, cancels, ships and resets like a plain map', async () => {
  await using simulator = await openTestSimulator({
    orders: start.map(([id, status]) => placed(BigInt(id), status)),
  });
  const id = fc.constantFrom('1', '2', '9007199254740993', '9007199254740992', '-4', '5');
  const commands = fc.commands(
    [
      fc.constant(new List()),
      id.map((one) => new Cancel(one)),
      id.map((one) => new Ship(one)),
      fc.constant(new Reset()),
    ],
    { maxCommands: 12 },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      await simulator.environments.production.reset();
      await fc.asyncModelRun(() => ({ model: { orders: new Map(start) }, real: simulator }), sequence);
    }),
    { numRuns: 100 },
  );
});
