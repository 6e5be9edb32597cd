import type { Fault } from './fault.ts';
import type { FaultStatus } from './faults.ts';

/**
 * A fault as it would have to be added now to do what it still has to do; none where it has ended. A stale list is left
 * out: what it shows was there before and is not any more.
 */
export function remainingFault(
  { id, fault, ended, fired, endsAt }: FaultStatus,
  now: number,
): readonly Fault[] {
  if (ended || fault.kind === 'stale-list') return [];
  const times = fault.times === undefined ? {} : { times: fault.times - fired };
  const duration = endsAt === undefined ? {} : { durationMs: endsAt - now };
  return [{ ...fault, id, ...times, ...duration }];
}
