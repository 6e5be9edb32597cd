import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawFraction } from '../../src/simulator/environment/draw.ts';
import type { OrderStatus } from '../../src/simulator/orders/order.ts';
import { placed } from '../helpers/an-environment.ts';
import { howMany } from '../helpers/how-many.ts';
import { controlToken, openTestSimulator, type TestSimulator } from '../helpers/open-test-simulator.ts';
import {
  type Effect,
  findViolation,
  type RegisterOperation,
} from '../simulator/orders/linearizability/register.ts';
import { type CutProxy, openCutProxy } from './cut-proxy.ts';
import { sendTo } from './fleet.ts';
import { startValkey, type TestValkey } from './start-valkey.ts';

let valkey: TestValkey;

beforeAll(async () => {
  valkey = await startValkey();
});

afterAll(() => valkey[Symbol.asyncDispose]());

type Replica = { readonly simulator: TestSimulator; readonly proxy: CutProxy };
type Done = { readonly begin: number; readonly end: number; readonly effects: ReadonlyMap<bigint, Effect> };
/** What an operation did to each order, and whether its client learned it. */
type Outcome = { readonly effects: ReadonlyMap<bigint, Effect>; readonly known: boolean };

const ids = [1n, 2n, 3n, 4n, 5n, 6n];
const everyStatus: readonly OrderStatus[] = ['pending', 'shipped', 'cancelled'];
const clients = 6;
/** Each operation whose outcome is unknown doubles the orders of events to look at, so that disturbed runs are short. */
const operations = { usual: howMany(15, 40), disturbed: 12 };
const nothing: Outcome = { effects: new Map(), known: true };

async function openReplicas(prefix: string): Promise<readonly Replica[]> {
  const replicas: Replica[] = [];
  for (let at = 0; at < 3; at++) {
    const proxy = await openCutProxy(valkey.port);
    const simulator = await openTestSimulator({
      orders: ids.map((id) => placed(id)),
      gaps: { 'cancelled-in-list': 'remove', 'cancel-again': 'conflict', 'conflict-body': 'error' },
      store: `valkey://127.0.0.1:${proxy.port}?prefix=${prefix}&timeout=250`,
    });
    replicas.push({ simulator, proxy });
  }
  return replicas;
}

/** Runs clients against three replicas, with disturbances, and returns the operations that fit no order of events. */
async function findViolations(seed: string, disturb: boolean): Promise<readonly RegisterOperation[]> {
  const replicas = await openReplicas(`run-${seed}-${disturb}`);
  const history: Done[] = [];
  let counter = 0;
  const client = async (name: number): Promise<void> => {
    for (let at = 0; at < operations[disturb ? 'disturbed' : 'usual']; at++) {
      const label = [seed, name, at].join(' ');
      const replica = replicas[Math.floor(drawFraction(label, 'replica') * replicas.length)];
      if (replica === undefined) continue;
      if (disturb) await disturbOne(replica, label);
      const begin = ++counter;
      const { effects, known } = await operate(replica.simulator, label);
      history.push({ begin, end: known ? ++counter : Number.POSITIVE_INFINITY, effects });
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name)));
  for (const { simulator, proxy } of replicas) {
    await simulator.stop(0);
    await proxy[Symbol.asyncDispose]();
  }
  return ids.flatMap((id) => {
    const own = history.flatMap(({ begin, end, effects }) => {
      const effect = effects.get(id);
      return effect === undefined ? [] : [{ begin, end, effect }];
    });
    const violation = findViolation(own, 'pending');
    return violation === undefined ? [] : [violation];
  });
}

async function disturbOne({ proxy }: Replica, label: string): Promise<void> {
  const kind = drawFraction(label, 'disturb');
  if (kind < 0.03) proxy.cut();
  else if (kind < 0.05) {
    proxy.hold(true);
    setTimeout(() => proxy.hold(false), 300).unref();
  }
}

async function operate(simulator: TestSimulator, label: string): Promise<Outcome> {
  const id = ids[Math.floor(drawFraction(label, 'order') * ids.length)] ?? 1n;
  const kind = drawFraction(label, 'kind');
  if (kind < 0.25) return list(simulator);
  if (kind < 0.75) return cancel(simulator, id);
  if (kind < 0.97) return ship(simulator, id);
  return reset(simulator);
}

async function list(simulator: TestSimulator): Promise<Outcome> {
  const { status, body } = await sendTo(simulator, 'GET', '/v1/store/orders');
  if (status !== 200) return nothing;
  const listed = new Set((JSON.parse(body) as { id: number }[]).map((one) => BigInt(one.id)));
  const effectOf = (id: bigint): Effect => ({ met: listed.has(id) ? ['pending', 'shipped'] : ['cancelled'] });
  return { effects: new Map(ids.map((id) => [id, effectOf(id)])), known: true };
}

async function cancel(simulator: TestSimulator, id: bigint): Promise<Outcome> {
  const { status, body } = await sendTo(simulator, 'DELETE', `/v1/store/orders/${id}`);
  const effect = (one: Effect): Outcome => ({ effects: new Map([[id, one]]), known: status !== 503 });
  if (status === 204 || status === 503) return effect({ met: ['pending'], leaves: 'cancelled' });
  expect(status).toBe(409);
  const { code } = JSON.parse(body) as { code: string };
  return effect({ met: [code === 'order_already_shipped' ? 'shipped' : 'cancelled'] });
}

async function ship(simulator: TestSimulator, id: bigint): Promise<Outcome> {
  const { status, json } = await post(simulator, `orders/${id}/ship`);
  const effect = (one: Effect): Outcome => ({ effects: new Map([[id, one]]), known: status !== 503 });
  if (status === 409) return effect({ met: ['cancelled'] });
  if (status === 200 && json.changed !== true) return effect({ met: ['shipped'] });
  return effect({ met: ['pending'], leaves: 'shipped' });
}

async function reset(simulator: TestSimulator): Promise<Outcome> {
  const { status } = await post(simulator, 'reset');
  const effects = new Map(ids.map((id) => [id, { met: everyStatus, leaves: 'pending' as const }]));
  return { effects, known: status === 200 };
}

async function post(simulator: TestSimulator, path: string) {
  const response = await fetch(`${simulator.controlUrl}/environments/production/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${controlToken}` },
  });
  expect([200, 409, 503]).toContain(response.status);
  return { status: response.status, json: (await response.json()) as { changed?: boolean } };
}

test.each(Array.from({ length: howMany(2, 20) }, (_, at) => at))(
  'three replicas are one register for each order, seed %i',
  async (seed) => {
    expect(await findViolations(`${seed}`, false)).toEqual([]);
  },
);

test.each(Array.from({ length: howMany(2, 20) }, (_, at) => at))(
  'three replicas are one register while connections to the store break and stall, seed %i',
  async (seed) => {
    expect(await findViolations(`${seed}`, true)).toEqual([]);
  },
);
