import { afterAll, beforeAll, expect, test } from 'vitest';
import { machineClock } from '../../src/clock.ts';
import { Registry } from '../../src/simulator/environment/shared/registry.ts';
import { SharedEnvironment } from '../../src/simulator/environment/shared/shared-environment.ts';
import type { OrderStore, PlacedOrder } from '../../src/simulator/orders/order-store.ts';
import { connectValkey } from '../../src/simulator/orders/valkey/connect-valkey.ts';
import { readStoreAddress } from '../../src/simulator/orders/valkey/store-address.ts';
import type { ValkeyLink } from '../../src/simulator/orders/valkey/valkey-link.ts';
import { aState } from '../helpers/an-environment.ts';
import { describeOrderStore } from '../simulator/orders/order-store-conformance.ts';
import { startValkey, type TestValkey } from './start-valkey.ts';

let valkey: TestValkey;
let links: readonly ValkeyLink[] = [];
let environments = 0;

beforeAll(async () => {
  valkey = await startValkey();
  const address = readStoreAddress(valkey.address('conformance'));
  links = await Promise.all(
    [0, 1].map(() => connectValkey(address, { pause: machineClock.sleep, report: () => undefined })),
  );
});

afterAll(async () => {
  for (const link of links) link.close();
  await valkey[Symbol.asyncDispose]();
});

/** Two stores of one environment, each in a process of its own as far as they know. */
async function twoStores(orders: Iterable<PlacedOrder>): Promise<readonly [OrderStore, OrderStore]> {
  const name = `orders-${++environments}`;
  const stores: OrderStore[] = [];
  for (const link of links) {
    const registry = new Registry(link, machineClock, 10_000);
    const context = { link, machine: machineClock, journalSize: 10, keyOwner: () => undefined, registry };
    const settings = { name, apiKeys: [], seed: '1', gaps: {}, machine: machineClock };
    const environment = new SharedEnvironment(settings, context);
    if (stores.length === 0) await environment.start(aState({ orders }), 'any');
    const epoch = await environment.open();
    if (epoch === undefined) throw new Error('there is no epoch');
    stores.push(epoch.storeWith(() => epoch.refresh()));
  }
  return stores as unknown as readonly [OrderStore, OrderStore];
}

/** Uses two stores of one environment in turn, as a load balancer does. */
class InTurn implements OrderStore {
  readonly #stores: Promise<readonly OrderStore[]>;
  #calls = 0;

  constructor(orders: Iterable<PlacedOrder>) {
    this.#stores = twoStores(orders);
  }

  async #next(): Promise<OrderStore> {
    const stores = await this.#stores;
    const store = stores[this.#calls++ % stores.length];
    if (store === undefined) throw new Error('there is no store');
    return store;
  }

  async list() {
    return (await this.#next()).list();
  }

  async get(id: bigint) {
    return (await this.#next()).get(id);
  }

  async cancel(id: bigint) {
    return (await this.#next()).cancel(id);
  }

  async ship(id: bigint, options?: { readonly force?: boolean }) {
    return (await this.#next()).ship(id, options);
  }

  async put(placed: PlacedOrder) {
    return (await this.#next()).put(placed);
  }

  async remove(id: bigint) {
    return (await this.#next()).remove(id);
  }
}

describeOrderStore('a shared store, by two processes in turn,', (orders) => new InTurn(orders));

test('a cancel is one round trip', async () => {
  const [store] = await twoStores([{ order: { id: 1n }, status: 'pending' }]);
  const calls = () => Number(/cmdstat_fcall:calls=(\d+)/.exec(valkey.command('INFO', 'commandstats'))?.[1]);
  const before = calls();
  expect((await store.cancel(1n)).kind).toBe('cancelled');
  expect(calls() - before).toBe(1);
});
