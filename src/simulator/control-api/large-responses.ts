import type { ServerResponse } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import type { ErrorBody } from '../../control-api.ts';
import { type ControlResponse, refusal } from '../../http/control-response.ts';
import type { MemoryGuard } from '../../http/memory-guard.ts';
import { countOrders, type OrderSegment } from '../orders/order-store.ts';
import { createWaits } from './waits.ts';

/** Makes a response that may be large. Returns undefined if the client left before its turn. */
export type LargeResponses = <T>(
  to: ServerResponse,
  make: () => Promise<ControlResponse<T>>,
) => Promise<ControlResponse<T | ErrorBody> | undefined>;

const { heap_size_limit: heap } = getHeapStatistics();
/** The maximum bytes of large responses that clients have not read, when the next one is made. */
const mostUnread = Math.min(64 * 1024 ** 2, heap / 4);
/** The maximum number of requests that wait for their turn: each keeps some 16 KiB of the heap. */
const mostWaiting = Math.min(1_000, Math.floor(heap / (256 * 1024)));

/**
 * Makes large responses one after the other: the orders of one environment can take half of a small heap while they are written.
 * Refuses the next one while clients have not read those before it, or if too many wait.
 */
export function createLargeResponses(
  most: number = mostUnread,
  mostAtOnce: number = mostWaiting,
): LargeResponses {
  let last: Promise<unknown> = Promise.resolve();
  let unread = 0;
  const waits = createWaits(mostAtOnce, notRead);
  const makeNow: LargeResponses = async (to, make) => {
    if (to.destroyed) return undefined;
    if (unread > most) return notRead;
    const response = await make();
    if (to.destroyed) return undefined;
    const bytes = 'text' in response ? Buffer.byteLength(response.text) : 0;
    unread += bytes;
    to.once('close', () => {
      unread -= bytes;
    });
    return response;
  };
  return (to, make) =>
    waits(() => {
      const made = last.then(() => makeNow(to, make));
      last = made.catch(() => undefined);
      return made;
    });
}

const notRead = refusal(
  'out_of_memory',
  'Other clients wait for large responses, or have not read theirs; try again, or use limit to read a part.',
  ['Retry-After', '1'],
);

/** So many are written whatever memory there is; beyond the second number, each needs so many free bytes of the heap. */
const written = {
  orders: { few: 1_000, many: 10_000, bytes: 1_024 },
  exchanges: { few: 100, many: 100, bytes: 8_192 },
} as const;

/** Returns a refusal if there is no room to write so many orders or exchanges. */
export function refuseLarge(
  count: number,
  what: keyof typeof written,
  memory: MemoryGuard,
): ControlResponse<ErrorBody> | undefined {
  const { few, many, bytes } = written[what];
  const full = count > few ? memory.refusal(count > many ? count * bytes : 0) : undefined;
  if (full === undefined) return undefined;
  return refusal('out_of_memory', `There is no room to write ${count} ${what}: ${full}.`);
}

/** The same for the orders of an environment, at `most` so many. */
export function refuseOrders(
  segments: readonly OrderSegment[],
  memory: MemoryGuard,
  most: number = Number.POSITIVE_INFINITY,
): ControlResponse<ErrorBody> | undefined {
  return refuseLarge(Math.min(most, countOrders(segments)), 'orders', memory);
}
