import { changesBetween } from '../../contract/judge/list-changes.ts';
import type { LatestList } from '../safety/lists-seen.ts';
import { enough, requestList } from './list-probe.ts';
import type { ProbeContext } from './probe.ts';

/** The longest pause between these cancels: that of two checks at once differs. */
const longestGapMs = 10_000;
/** Between two lists another client cancels fewer orders for each request of the check. */
const mostByOthers = 4;

/** Returns how many orders are gone that are not in `own`, for each request between two lists. */
function goneBetween(before: LatestList, after: LatestList, own: ReadonlySet<bigint>): number {
  if (before.kind === 'unreadable' || after.kind === 'unreadable') return 0;
  return changesBetween(before, after, own).fewer / Math.max(1, after.exchange - before.exchange);
}

/**
 * Runs some cancels one after another, and counts those after which other orders are gone. From then on it waits for a random
 * time before each, so that those of someone else are not in step with them.
 */
export async function countDamage(
  context: ProbeContext,
  own: ReadonlySet<bigint>,
  cancels: readonly ((damage: number) => Promise<unknown>)[],
): Promise<number> {
  const { lists, drawId, pause } = context;
  let damage = 0;
  for (const cancel of cancels) {
    const quiet = lists.latest();
    if (damage > 0 && damage < enough) {
      await pause(Number(drawId(0n, BigInt(longestGapMs))));
      await requestList(context);
    }
    const before = lists.latest();
    if (goneBetween(quiet, before, own) > 0) lists.noticeOthers();
    await cancel(damage);
    const gone = goneBetween(before, lists.latest(), own);
    if (gone > 0) damage += gone > mostByOthers ? enough : 1;
  }
  return damage;
}
