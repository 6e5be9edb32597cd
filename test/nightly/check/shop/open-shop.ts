import { type IncomingMessage, request as send } from 'node:http';
import { checkContract } from '../../../../src/check/check-contract.ts';
import type { CheckOptions } from '../../../../src/check/check-options.ts';
import type { CheckContext } from '../../../../src/check/target-access.ts';
import type { Report } from '../../../../src/contract/report.ts';
import type { OrderStore, PlacedOrder } from '../../../../src/simulator/orders/order-store.ts';
import { fastClock } from '../../../check/fast-clock.ts';
import { type Incoming, serveWires, type Wire } from '../../../check/mutants/honest-server.ts';
import { placed } from '../../../support/an-environment.ts';
import {
  openTestSimulator,
  type TestSimulatorOptions,
  testKey,
} from '../../../support/open-test-simulator.ts';
import type { ServedHere } from '../../../support/serve-here.ts';

/** A response of the shop. */
export type ShopResponse = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
};

/** The orders of a list, as they are written. An order without an id has the id ''. */
export function orderTexts({ body }: ShopResponse): { readonly id: string; readonly text: string }[] {
  const texts = body.toString().match(/\{[^{}]*\}/g) ?? [];
  return texts.map((text) => ({ text, id: /"id":(-?\d+)/.exec(text)?.[1] ?? '' }));
}

/** Changes the orders in a list: each text of one order, or undefined for no order. */
export function changeList(
  response: ShopResponse,
  change: (text: string, id: string) => string | undefined,
): ShopResponse {
  if (response.status !== 200) return response;
  const changed = orderTexts(response).flatMap(({ text, id }) => change(text, id) ?? []);
  return { ...response, body: Buffer.from(`[${changed.join(',')}]`) };
}

/** What stands behind a front: the simulator, and its orders. */
export type Behind = {
  readonly respond: (request: Incoming) => Promise<ShopResponse>;
  readonly store: OrderStore;
};

/** Responds to the requests of the checker instead of the simulator. */
export type Front = (request: Incoming, behind: Behind) => Promise<Wire>;

/** The key that the shop accepts. */
export const shopKey = `Bearer ${testKey}`;

/** The id in the path of a request, or undefined. */
export function orderIdOf({ target }: Incoming): string | undefined {
  return /\/store\/orders\/(-?[0-9]+)$/.exec(target)?.[1];
}

const date = { shipDate: '2026-01-20T10:00:00Z' };

/** Pending 1001 to 1006, shipped 2001 to 2003. Every order has every field. */
export function shopOrders(): PlacedOrder[] {
  return [1001n, 2001n, 1002n, 1003n, 2002n, 1004n, 1005n, 2003n, 1006n].map((id, index) =>
    placed(id, id < 2000n ? 'pending' : 'shipped', {
      petId: 70n + BigInt(index),
      quantity: BigInt(index + 1),
      ...date,
      complete: index % 2 === 0,
    }),
  );
}

export const usual = { pendingIds: [1001n], shippedIds: [2001n] };

/** Checks a simulator behind a front, at level cancel unless `given` has another one. */
export function checkShop(
  front: Front,
  options: TestSimulatorOptions,
  given: Partial<CheckOptions> = {},
): Promise<Report> {
  return withShop(options, (behind) => checkFront(front, behind, given));
}

/** Opens a simulator as long as it is used. */
export async function withShop<Result>(
  options: TestSimulatorOptions,
  use: (behind: Behind) => Promise<Result>,
): Promise<Result> {
  await using simulator = await openTestSimulator({ orders: shopOrders(), ...options });
  const { store } = simulator.environments.production.state;
  const respond = (request: Incoming) => forward(simulator.serviceOrigin, request);
  return await use({ respond, store });
}

/** Serves a front of a shop that is open. */
export function serveFront(front: Front, behind: Behind): Promise<ServedHere> {
  return serveWires((request) => front(request, behind));
}

/** Checks a front of a shop that is open. */
export async function checkFront(
  front: Front,
  behind: Behind,
  given: Partial<CheckOptions & CheckContext> = {},
): Promise<Report> {
  await using served = await serveFront(front, behind);
  return await checkOrigin(served.origin, given);
}

/** Checks a shop at an address, at level cancel unless `given` has another one. */
export function checkOrigin(
  origin: string,
  given: Partial<CheckOptions & CheckContext> = {},
): Promise<Report> {
  return checkContract({
    url: `${origin}/v1`,
    apiKey: testKey,
    level: 'cancel',
    clock: fastClock,
    // Only level cancel accepts named orders.
    ...((given.level ?? 'cancel') === 'cancel' ? usual : {}),
    ...given,
  });
}

async function forward(origin: string, { method, target, authorization }: Incoming): Promise<ShopResponse> {
  const headers = { Accept: 'application/json', ...(authorization !== undefined && { authorization }) };
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    send(`${origin}${target}`, { method, headers, agent: false }, resolve).on('error', reject).end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const raw = incoming.rawHeaders;
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
  return {
    status: incoming.statusCode ?? 0,
    headers: lines.filter(
      ([name]) => !/^(?:connection|keep-alive|date|content-length|transfer-encoding)$/i.test(name),
    ),
    body: Buffer.concat(chunks),
  };
}
