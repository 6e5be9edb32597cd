import { changesBetween, type ReadList } from '../../contract/judge/order-list.ts';
import type { RuleId } from '../../contract/report.ts';
import type { ResultCollector } from '../../contract/result-collector.ts';
import type { ListsSeen } from '../safety/lists-seen.ts';

const needAlone: readonly RuleId[] = ['R33', 'R34', 'R36'];

export const unlessShared = ' (if another client changed it, repeat with --shared)';

export type Others = ReturnType<typeof createOthers>;

/**
 * Compares lists with the first one. A check assumes that it is alone unless they differ before its first cancel, an order
 * appears that it cannot have placed, or its user says that it is not: then R33, R34 and R36 are not exercised.
 *
 * @param mayChange the pending orders that this check has tried to cancel
 */
export function createOthers(
  lists: ListsSeen,
  collector: ResultCollector,
  mayChange: ReadonlySet<bigint>,
  shippedIds: readonly bigint[],
) {
  const reported = new Set<string>();
  let before: ReadList | undefined;
  let why: string | undefined;
  let last = 'the cancels';

  const giveUp = (reason: string): void => {
    why ??= reason;
    collector.untested(needAlone, why);
  };
  const notice = (what: string): void => {
    giveUp(`${what}: other clients use the target`);
    collector.note(`Other clients use the target: ${what}.`);
  };

  return {
    /** Why the check is not alone with the target; undefined if it assumes that it is. */
    whyNotAlone: () => why,
    giveUp,
    look(): void {
      const list = lists.latest();
      if (list.kind === 'unreadable') return;
      before ??= list;
      const { changes, isLonger } = changesBetween(before, list);
      if (changes.length > 0 || isLonger) notice('the lists changed before the first cancel');
    },
    /**
     * R33, and R31 for shipped orders: decides by the newest list whether `what` (`the cancel of order 101`) changed an order that
     * it may not change. Default: the last one.
     */
    expectUnchanged(what: string = last): void {
      last = what;
      const list = lists.latest();
      if (why !== undefined || before === undefined) return;
      if (list.kind === 'unreadable') {
        collector.untested('R33', `the list cannot be read: ${list.why}, at the time of ${what}`);
        return;
      }
      const { changes, isLonger } = changesBetween(before, list, mayChange);
      collector.kept('R33', { number: list.exchange });
      for (const { id, unchanged, got } of changes) {
        if (reported.has(unchanged)) continue;
        reported.add(unchanged);
        const rule = shippedIds.includes(id) ? 'R31' : 'R33';
        const expected = `${unchanged}, as before ${what}${unlessShared}`;
        collector.broken({ rule, exchange: list.exchange, expected, got }, 'listOrders');
      }
      if (isLonger) notice(`new orders appeared at the time of ${what}`);
    },
  };
}
