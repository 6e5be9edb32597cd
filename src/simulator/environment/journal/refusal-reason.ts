import type { PathName } from '../../../operation.ts';
import { readOrderId } from '../../../order-id.ts';
import type { JournalContext, KnownOrders } from './journal-context.ts';

/** The step at which a request was refused, the reason, and a request that would have succeeded. */
export type Refused = {
  readonly step: 'path' | 'method' | 'request' | 'key' | 'order-id' | 'order' | 'state' | 'pet' | 'fault';
  readonly why: string;
  readonly wouldMatch: string;
};

type RefusedRequest = {
  readonly method: string;
  readonly path: PathName | undefined;
  readonly orderIdText: string;
};

/**
 * Explains why a request was refused. The code that refuses a request passes one; the journal calls it only when
 * somebody reads the entry, so that a refusal costs no text.
 */
export type RefusalReason = (
  request: RefusedRequest,
  context: Pick<JournalContext, 'environment' | 'basePath'>,
  known: KnownOrders,
) => Refused;

const maxIds = 5;

/** Lists ids for a reason: all of them, or the five numerically closest to the id in `text`. */
export function nearestIds(ids: readonly bigint[], text: string): string {
  if (ids.length === 0) return 'there is none';
  if (ids.length <= maxIds) return ids.join(', ');
  const reading = readOrderId(text);
  const from = reading.kind === 'order-id' ? reading.id : 0n;
  const distance = (id: bigint): bigint => (id < from ? from - id : id - from);
  const nearest: bigint[] = [];
  for (const id of ids) {
    const at = nearest.findIndex((one) => distance(id) < distance(one));
    nearest.splice(at < 0 ? nearest.length : at, 0, id);
    nearest.length = Math.min(nearest.length, maxIds);
  }
  return `${nearest.join(', ')} are the nearest of ${ids.length}`;
}
