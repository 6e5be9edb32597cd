import { randomBytes } from 'node:crypto';
import type { DrawId, ProbeContext } from './probe.ts';

/** A kind of order id: its smallest and its largest one. */
export type IdClass = { readonly name: string; readonly from: bigint; readonly to: bigint };

const small = { from: 10n ** 8n, to: 2n ** 31n - 1n };
const long = { from: 10n ** 18n, to: 2n ** 63n - 1n };

/** Every check tries each of these kinds, so that two checks of one target agree. */
export const idClasses: readonly IdClass[] = [
  { name: 'an id of 19 digits', ...long },
  { name: 'a negative id of 19 digits', from: -(2n ** 63n), to: -long.from },
  { name: 'an id of 32 bits', ...small },
  { name: 'a negative id of 32 bits', from: -(2n ** 31n), to: -small.from },
];

/** Draws from the random source of the machine. */
export const drawRandomId: DrawId = (from, to) =>
  from + (randomBytes(8).readBigUInt64BE() % (to - from + 1n));

const maxDraws = 100;

/**
 * Draws an id of the first kind that has one that no list contains. If none has, returns an id that the safety policy
 * refuses, with its reason.
 */
export function drawAbsentId(context: ProbeContext, kinds: readonly IdClass[]): bigint {
  const { drawId, lists, pendingIds, shippedIds } = context;
  let id = 0n;
  for (const { from, to } of kinds) {
    for (let draws = 0; draws < maxDraws; draws += 1) {
      id = drawId(from, to);
      const named = pendingIds.includes(id) || shippedIds.includes(id);
      if (!named && lists.whyNotAbsent(id) === undefined) return id;
    }
  }
  return id;
}
