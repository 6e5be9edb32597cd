import { expect, test } from 'vitest';
import { drawFraction } from '../../../src/draw.ts';
import type { EnvironmentState } from '../../../src/simulator/environment/environment.ts';
import { copyList, type OrderList, type ShipOutcome } from '../../../src/simulator/orders/order-store.ts';
import {
  type Effect,
  findViolation,
  type RegisterOperation,
} from '../../simulator/orders/linearizability/register.ts';
import { placed, plantBeforeCommits } from '../../support/an-environment.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { drawnSeeds } from '../../support/seed-properties.ts';

const clients = 20;
/** Operations of each client. */
const operations = 50;
const ids = Array.from({ length: 10 }, (_, at) => BigInt(at + 1));

/** What an operation shows of each of its orders, and does to it. */
type Effects = ReadonlyMap<bigint, Effect>;
type Plant = (state: EnvironmentState) => void;
type Received = { readonly status: number; readonly body: string };

/**
 * Runs mixed operations of concurrent clients against a simulator. Returns, of each order with an impossible history, the
 * operation that does not fit any order of events. `plant` puts a bug into each state.
 */
async function runAndCheck(seed: string, plant: Plant = () => {}): Promise<readonly RegisterOperation[]> {
  await using simulator = await openTestSimulator({
    orders: ids.map((id) => placed(id)),
    gaps: { 'cancelled-in-list': 'remove', 'cancel-again': 'conflict', 'conflict-body': 'error' },
  });
  const { production } = simulator.environments;
  plant(production.state);
  const send = async (method: string, path = ''): Promise<Received> => {
    const headers = { Authorization: `Bearer ${testKey}` };
    const response = await fetch(`${simulator.baseUrl}/store/orders${path}`, { method, headers });
    return { status: response.status, body: await response.text() };
  };
  const operate = async (label: string): Promise<Effects> => {
    const id = ids[Math.floor(drawFraction(seed, label, 'order') * ids.length)] ?? 1n;
    const kind = drawFraction(seed, label, 'kind');
    if (kind < 0.2) return listEffects(await send('GET'));
    if (kind < 0.75) return new Map([[id, cancelEffect(await send('DELETE', `/${id}`))]]);
    if (kind < 0.99) return new Map([[id, shipEffect(await production.state.store.ship(id))]]);
    void production.reset();
    plant(production.state);
    return new Map(
      ids.map((each) => [each, { met: ['pending', 'shipped', 'cancelled'], leaves: 'pending' }]),
    );
  };
  const history: { readonly begin: number; readonly end: number; readonly effects: Effects }[] = [];
  let counter = 0;
  const client = async (name: number): Promise<void> => {
    for (let at = 0; at < operations; at++) {
      const begin = ++counter;
      const effects = await operate(`${name} ${at}`);
      history.push({ begin, end: ++counter, effects });
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name)));
  return ids.flatMap((id) => {
    const its = history.flatMap(({ begin, end, effects }) => {
      const effect = effects.get(id);
      return effect === undefined ? [] : [{ begin, end, effect }];
    });
    return findViolation(its, 'pending') ?? [];
  });
}

function listEffects({ body }: Received): Effects {
  const listed = new Set((JSON.parse(body) as { id: number }[]).map(({ id }) => BigInt(id)));
  return new Map(ids.map((id) => [id, { met: listed.has(id) ? ['pending', 'shipped'] : ['cancelled'] }]));
}

function cancelEffect({ status, body }: Received): Effect {
  if (status === 204) return { met: ['pending'], leaves: 'cancelled' };
  const { code } = JSON.parse(body) as { code: string };
  return { met: [code === 'order_already_shipped' ? 'shipped' : 'cancelled'] };
}

function shipEffect({ kind }: ShipOutcome): Effect {
  if (kind === 'shipped') return { met: ['pending'], leaves: 'shipped' };
  return { met: [kind === 'already-shipped' ? 'shipped' : 'cancelled'] };
}

const seeds = drawnSeeds(20).map(String);

test(`${clients} clients that list, cancel, ship and reset see one order of events, with ${seeds.length} seeds (${operations} operations each)`, async () => {
  for (const seed of seeds) expect(await runAndCheck(seed), `seed ${seed}`).toEqual([]);
}, 3_600_000);

/** Lets other requests run between the check and the write of a cancel. */
function awaitInCancels(state: EnvironmentState): void {
  const { store } = state;
  plantBeforeCommits(state, async (orderId) => {
    const found = store.get(orderId);
    await new Promise((resolve) => setImmediate(resolve));
    if (found?.status === 'pending') store.put({ order: found.order, status: 'pending' });
  });
}

/** Returns a list that is up to three lists old. */
function cacheLists(state: EnvironmentState): void {
  const list = state.store.list.bind(state.store);
  let cached: OrderList | undefined;
  let asked = 0;
  state.store.list = () => {
    if (asked++ % 4 === 0 || cached === undefined) cached = copyList(list());
    return cached;
  };
}

/** Ships cancelled orders. */
function shipAfterCancel(state: EnvironmentState): void {
  const ship = state.store.ship.bind(state.store);
  state.store.ship = (id) => ship(id, { force: true });
}

test.each([
  ['a turn of the event loop between the check and the write of a cancel', awaitInCancels],
  ['a stale list', cacheLists],
  ['the shipping of a cancelled order', shipAfterCancel],
])('finds %s', async (_, plant) => {
  expect(await runAndCheck('1', plant)).not.toEqual([]);
  expect(await runAndCheck('1')).toEqual([]);
});
