import { expect } from 'vitest';
import { drawFraction } from '../../src/draw.ts';
import type { MaybePromise } from '../../src/maybe-promise.ts';
import type { OrderStatus } from '../../src/simulator/orders/order.ts';
import { controlToken, testKey } from '../helpers/open-test-simulator.ts';
import {
  type Effect,
  findViolation,
  type RegisterOperation,
} from '../simulator/orders/linearizability/register.ts';

/** A simulator that clients use. Its addresses may change when it starts again. */
export type Target = { readonly serviceOrigin: string; readonly controlUrl: string };

/** The ids of the orders that clients use, all of them pending at first. */
export const ids: readonly bigint[] = [1n, 2n, 3n, 4n, 5n, 6n];

type Done = { readonly begin: number; readonly end: number; readonly effects: ReadonlyMap<bigint, Effect> };
/** What an operation did to each order, and whether its client learned it. */
type Outcome = { readonly effects: ReadonlyMap<bigint, Effect>; readonly known: boolean };

const everyStatus: readonly OrderStatus[] = ['pending', 'shipped', 'cancelled'];
const nothing: Outcome = { effects: new Map(), known: true };

/**
 * Runs clients against simulators that share a store. `before` may disturb a simulator before each operation. Returns the
 * operations that fit no order of events.
 */
export async function findViolations<Replica extends Target>(
  seed: string,
  replicas: readonly Replica[],
  { clients = 6, operations }: { readonly clients?: number; readonly operations: number },
  before: (replica: Replica, label: string) => MaybePromise<void> = () => undefined,
): Promise<readonly RegisterOperation[]> {
  const history: Done[] = [];
  let counter = 0;
  const client = async (name: number): Promise<void> => {
    for (let at = 0; at < operations; at++) {
      const label = [seed, name, at].join(' ');
      const replica = replicas[Math.floor(drawFraction(label, 'replica') * replicas.length)];
      if (replica === undefined) continue;
      await before(replica, label);
      const begin = ++counter;
      const { effects, known } = await operate(replica, label);
      history.push({ begin, end: known ? ++counter : Number.POSITIVE_INFINITY, effects });
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name)));
  return ids.flatMap((id) => {
    const own = history.flatMap(({ begin, end, effects }) => {
      const effect = effects.get(id);
      return effect === undefined ? [] : [{ begin, end, effect }];
    });
    const violation = findViolation(own, 'pending');
    return violation === undefined ? [] : [violation];
  });
}

async function operate(target: Target, label: string): Promise<Outcome> {
  const id = ids[Math.floor(drawFraction(label, 'order') * ids.length)] ?? 1n;
  const kind = drawFraction(label, 'kind');
  if (kind < 0.25) return list(target);
  if (kind < 0.75) return cancel(target, id);
  if (kind < 0.97) return ship(target, id);
  return reset(target);
}

type Sent = { readonly status: number; readonly body: string };

/** A response without a status: the simulator went away, so that the outcome is unknown. */
const gone: Sent = { status: 0, body: '' };

async function send(url: string, method: string, token: string): Promise<Sent> {
  try {
    const response = await fetch(url, { method, headers: { Authorization: `Bearer ${token}` } });
    return { status: response.status, body: await response.text() };
  } catch {
    return gone;
  }
}

async function list({ serviceOrigin }: Target): Promise<Outcome> {
  const { status, body } = await send(`${serviceOrigin}/v1/store/orders`, 'GET', testKey);
  if (status !== 200) return nothing;
  const listed = new Set((JSON.parse(body) as { id: number }[]).map((one) => BigInt(one.id)));
  const effectOf = (id: bigint): Effect => ({ met: listed.has(id) ? ['pending', 'shipped'] : ['cancelled'] });
  return { effects: new Map(ids.map((id) => [id, effectOf(id)])), known: true };
}

async function cancel({ serviceOrigin }: Target, id: bigint): Promise<Outcome> {
  const { status, body } = await send(`${serviceOrigin}/v1/store/orders/${id}`, 'DELETE', testKey);
  const known = status !== 503 && status !== 0;
  const effect = (one: Effect): Outcome => ({ effects: new Map([[id, one]]), known });
  if (status === 204 || !known) return effect({ met: ['pending'], leaves: 'cancelled' });
  expect(status).toBe(409);
  const { code } = JSON.parse(body) as { code: string };
  return effect({ met: [code === 'order_already_shipped' ? 'shipped' : 'cancelled'] });
}

async function ship(target: Target, id: bigint): Promise<Outcome> {
  const { status, body } = await post(target, `orders/${id}/ship`);
  const effect = (one: Effect): Outcome => ({ effects: new Map([[id, one]]), known: status === 200 });
  if (status === 409) return { ...effect({ met: ['cancelled'] }), known: true };
  if (status === 200 && JSON.parse(body).changed !== true) return effect({ met: ['shipped'] });
  return effect({ met: ['pending'], leaves: 'shipped' });
}

async function reset(target: Target): Promise<Outcome> {
  const { status } = await post(target, 'reset');
  const effects = new Map(ids.map((id) => [id, { met: everyStatus, leaves: 'pending' as const }]));
  return { effects, known: status === 200 };
}

async function post({ controlUrl }: Target, path: string): Promise<Sent> {
  const sent = await send(`${controlUrl}/environments/production/${path}`, 'POST', controlToken);
  expect([0, 200, 409, 503]).toContain(sent.status);
  return sent;
}
