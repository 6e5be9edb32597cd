import { Agent, request } from 'node:http';
import { drawFraction } from '../../../../src/draw.ts';
import type { EnvironmentState } from '../../../../src/simulator/environment/environment.ts';
import type { OrderStatus } from '../../../../src/simulator/orders/order.ts';
import type { ShipOutcome } from '../../../../src/simulator/orders/order-store.ts';
import { placed } from '../../../support/an-environment.ts';
import { openTestSimulator, type TestSimulator, testKey } from '../../../support/open-test-simulator.ts';
import { type Effect, findViolation, type RegisterOperation } from './register.ts';

/** How many concurrent clients do how many operations each, on how many orders. */
export type Load = {
  readonly seed: string;
  readonly clients: number;
  readonly operations: number;
  readonly orders: number;
};

/** A finished operation with its effect on each of its orders. */
type Done = { readonly begin: number; readonly end: number; readonly effects: ReadonlyMap<bigint, Effect> };

/** An order, and the operation that does not fit any order of events. */
export type Violation = { readonly orderId: bigint; readonly operation: RegisterOperation };

/**
 * Runs mixed operations of concurrent clients against a simulator and returns the orders with an impossible history.
 * `plant` puts a bug into each state.
 */
export async function runAndCheck(
  load: Load,
  plant: (state: EnvironmentState) => void = () => {},
): Promise<readonly Violation[]> {
  const ids = Array.from({ length: load.orders }, (_, at) => BigInt(at + 1));
  await using sim = await openTestSimulator({
    orders: ids.map((id) => placed(id)),
    gaps: { 'cancelled-in-list': 'remove', 'cancel-again': 'conflict', 'conflict-body': 'error' },
  });
  plant(sim.environments.production.state);
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients });
  const history: Done[] = [];
  let counter = 0;
  const client = async (name: number): Promise<void> => {
    for (let at = 0; at < load.operations; at++) {
      const begin = ++counter;
      const effects = await operate(sim, agent, ids, [load.seed, name, at].join(' '), plant);
      history.push({ begin, end: ++counter, effects });
    }
  };
  await Promise.all(Array.from({ length: load.clients }, (_, name) => client(name)));
  agent.destroy();
  return check(history, ids);
}

function check(history: readonly Done[], ids: readonly bigint[]): readonly Violation[] {
  return ids.flatMap((orderId) => {
    const operations = history.flatMap(({ begin, end, effects }) => {
      const effect = effects.get(orderId);
      return effect === undefined ? [] : [{ begin, end, effect }];
    });
    const operation = findViolation(operations, 'pending');
    return operation === undefined ? [] : [{ orderId, operation }];
  });
}

async function operate(
  sim: TestSimulator,
  agent: Agent,
  ids: readonly bigint[],
  seed: string,
  plant: (state: EnvironmentState) => void,
): Promise<ReadonlyMap<bigint, Effect>> {
  const id = ids[Math.floor(drawFraction(seed, 'order') * ids.length)] ?? 1n;
  const kind = drawFraction(seed, 'kind');
  if (kind < 0.2) return listEffects(await send(sim, agent, 'GET', '/store/orders'), ids);
  if (kind < 0.75)
    return new Map([[id, cancelEffect(await send(sim, agent, 'DELETE', `/store/orders/${id}`))]]);
  const { production } = sim.environments;
  if (kind < 0.99) return new Map([[id, shipEffect(await production.state.store.ship(id))]]);
  void production.reset();
  plant(production.state);
  return new Map(ids.map((each) => [each, { met: everyStatus, leaves: 'pending' }]));
}

type Received = { readonly status: number; readonly body: string };

function send(sim: TestSimulator, agent: Agent, method: string, path: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${testKey}` };
    const sent = request(`${sim.baseUrl}${path}`, { method, agent, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const everyStatus: readonly OrderStatus[] = ['pending', 'shipped', 'cancelled'];

function listEffects({ body }: Received, ids: readonly bigint[]): ReadonlyMap<bigint, Effect> {
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
