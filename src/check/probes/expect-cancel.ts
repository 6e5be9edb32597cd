import type { Exchange } from '../../contract/exchange.ts';
import type { ProbeTarget } from './target.ts';

/** R29, and the gap `cancel-again`. Returns the exchange, if there was one. */
export async function cancelAgain(target: ProbeTarget, id: bigint): Promise<Exchange | undefined> {
  const { collector } = target;
  const again = await target.cancel(id);
  const expected = `409 or 404 for order ${id}, which was just cancelled`;
  const isRefused = target.expect('R29', again, [409, 404], expected);
  if (isRefused === false)
    collector.note(
      `Two cancels of order ${id} succeeded, as of two stores behind one address, or one that forgets cancels.`,
    );
  if (again.kind !== 'responded' || isRefused !== true)
    return again.kind === 'withheld' ? undefined : again.exchange;
  const observed = again.response.status === 409 ? 'conflict' : 'not-found';
  collector.observed({ gap: 'cancel-again', observed, allowed: true, exchange: again.exchange.number });
  return again.exchange;
}
