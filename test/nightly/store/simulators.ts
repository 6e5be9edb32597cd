import { randomBytes } from 'node:crypto';
import { type Simulator, startSimulator } from '../../../src/simulator/start-simulator.ts';
import { testKey } from '../../support/open-test-simulator.ts';
import { controlToken } from './history.ts';

const authorized = { Authorization: `Bearer ${testKey}` };

/** The part of an address that no other test has. */
export const ownPrefix = (): string => `prefix=${randomBytes(6).toString('hex')}`;

/** Starts a simulator in this process, with the orders 1 and 2. */
export function startOn(store: string, more = {}): Promise<Simulator> {
  const scenario = { orders: [{ id: 1 }, { id: 2 }] };
  return startSimulator({ store, controlToken, scenario, onStore: () => {}, ...more });
}

/** @returns the status */
export async function cancel({ baseUrl }: Simulator, id: number): Promise<number> {
  return (await fetch(`${baseUrl}/store/orders/${id}`, { method: 'DELETE', headers: authorized })).status;
}

/** @returns the ids in the list of an environment, or the status of a refusal */
export async function list(
  { stagingBaseUrl }: Pick<Simulator, 'stagingBaseUrl'>,
  environment: string,
): Promise<unknown> {
  const url = stagingBaseUrl.replace('/staging/', `/${environment}/`);
  const response = await fetch(`${url}/store/orders`, { headers: authorized });
  if (response.status !== 200) return response.status;
  return ((await response.json()) as { id: number }[]).map(({ id }) => id);
}

/** Calls the control API. @returns the status */
export async function control(
  { controlUrl }: Simulator,
  route: string,
  orders?: readonly number[],
): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  const scenario = { orders: orders?.map((id) => ({ id })) };
  const keys = path.endsWith('/scenario') ? {} : { apiKeys: [testKey] };
  const { status } = await fetch(`${controlUrl}/environments/${path}`, {
    method,
    headers: { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' },
    ...(orders !== undefined && { body: JSON.stringify({ scenario, ...keys }) }),
  });
  return status;
}
