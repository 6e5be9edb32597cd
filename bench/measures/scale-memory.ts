import { load } from '../load.ts';
import { atMost, type Row } from '../row.ts';
import { control } from '../servers/product.ts';
import { createEnvironment, startShared } from '../servers/shared.ts';
import type { StoreProcess } from '../servers/store.ts';
import type { Bench } from './measure.ts';

/** Environments that one process creates and deletes, and another one serves meanwhile. */
export async function* keptInMemory(store: StoreProcess, { files }: Bench): AsyncGenerator<Row> {
  await using shared = await startShared(store, 'memory', await files.orders(10), 2);
  const [one, other] = shared.all;
  if (one === undefined || other === undefined) return;
  const live = async (name: string): Promise<void> => {
    const authorization = await createEnvironment(one, name);
    const response = await fetch(`${other.origin}/${name}/v1/store/orders`, { headers: { authorization } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${name}: ${response.status}`);
    await control(one.said, 'DELETE', `/environments/${name}`);
  };
  const liveAll = async (first: number, last: number): Promise<void> => {
    for (let at = first; at < last; at += 20)
      await Promise.all(Array.from({ length: 20 }, (_, more) => live(`short-${at + more}`)));
  };
  await liveAll(0, 1_000);
  const before = other.residentMiB();
  await liveAll(1_000, 20_000);
  const after = other.residentMiB();
  yield {
    measure: 'memory after 20,000 environments of another process, beside 1,000',
    ratio: after / before,
    must: atMost(1.3),
    raw: `${before.toFixed(0)} MiB`,
    product: `${after.toFixed(0)} MiB`,
  };
}

/** What the store keeps for an environment: a new one, and one with as many requests as its log and its journal have. */
export async function* keptInStore(store: StoreProcess, { files }: Bench): AsyncGenerator<Row> {
  await using shared = await startShared(store, 'kept', await files.orders(10));
  const [server] = shared.all;
  if (server === undefined) return;
  const empty = await store.bytes();
  for (let at = 0; at < 500; at++) await createEnvironment(server, `new-${at}`);
  const small = ((await store.bytes()) - empty) / 500;
  yield kept('a new environment', small, 16);
  const key = await createEnvironment(server, 'busy');
  const before = await store.bytes();
  const sizes: number[] = [];
  while (sizes.length < 5) {
    await load({ url: `${server.origin}/busy/v1/store/orders`, key, connections: 1, seconds: 4 });
    sizes.push((await store.bytes()) - before);
  }
  yield kept('an environment of many requests', Math.max(...sizes), 64 * 1024);
}

function kept(what: string, bytes: number, kib: number): Row {
  return {
    measure: `the store keeps for ${what}`,
    ratio: bytes / 1024 / kib,
    must: atMost(1),
    raw: `${kib} KiB`,
    product: `${(bytes / 1024).toFixed(1)} KiB`,
  };
}
