import { changesBetween, isDamage, type ListChanges } from '../../contract/judge/list-changes.ts';
import type { ResultCollector } from '../../contract/result-collector.ts';
import type { RuleId } from '../../contract/rules/rule-ids.ts';
import { count } from '../../report/amounts.ts';
import type { ListsSeen, SeenList } from '../safety/lists-seen.ts';

/** The rules that nobody can test while other clients change orders. */
const needAlone: readonly RuleId[] = ['R33', 'R34', 'R36'];

/** What follows the expectation of a finding that another client could explain. */
export const unlessShared = ' (if another client changed it, repeat with `shared`)';

/** The orders that a check does not try: they must not change. */
export type Others = ReturnType<typeof createOthers>;

/**
 * Compares lists with those before the first cancel. A check assumes that it is alone unless those differ, an order appears
 * that it cannot have placed, or its user says that it is not: then R33, R34 and R36 are not exercised.
 *
 * @param tried the orders that this check has tried to cancel, which may change
 */
export function createOthers(lists: ListsSeen, collector: ResultCollector, tried: ReadonlySet<bigint>) {
  const before: SeenList[] = [];
  const reported = new Set<string>();
  let why: string | undefined;
  let last = 'the cancels';

  const notice = (reason: string): void => {
    why ??= reason;
    collector.untested(needAlone, why);
  };

  return {
    /** Why the check is not alone with the target; undefined if it assumes that it is. */
    whyNotAlone: () => why,
    notice,
    /** Adds the newest list to those before the first cancel, and compares it with them. */
    look(): void {
      const list = lists.latest();
      if (list.kind === 'unreadable') return;
      const isDifferent = before.some((earlier) => {
        const changes = changesBetween(earlier, list);
        return isDamage(changes) || changes.added;
      });
      if (isDifferent) {
        notice(`the lists changed before the first cancel: other clients use the target`);
        collector.note('The list changed before the check sent a cancel: other clients use the target.');
      }
      if (!before.some(({ body }) => body.equals(list.body))) before.push(list);
    },
    /** R33: decides by the newest list whether `what` (`the cancel of order 101`) changed any other order. Default: the last one. */
    expectUnchanged(what: string = last): void {
      last = what;
      const list = lists.latest();
      if (why !== undefined) return;
      if (list.kind === 'unreadable') {
        collector.untested('R33', `the list cannot be read: ${list.why}, at the time of ${what}`);
        return;
      }
      const changes = before.map((earlier) => changesBetween(earlier, list, tried));
      if (changes.length === 0) return;
      collector.kept('R33', { number: list.exchange });
      for (const { expected, got } of changes.flatMap(sentencesOf)) {
        if (reported.has(expected)) continue;
        reported.add(expected);
        collector.broken({
          rule: 'R33',
          exchange: list.exchange,
          expected: `${expected}, as before ${what}${unlessShared}`,
          got,
        });
      }
      if (changes.some(({ added }) => added)) {
        notice('new orders appeared: other clients use the target');
        collector.note(`New orders appeared at the time of ${what}: other clients use the target.`);
      }
    },
  };
}

type Sentences = { readonly expected: string; readonly got: string };

const maxNamed = 5;

function sentencesOf({ gone, fewer, rewritten }: ListChanges): readonly Sentences[] {
  const got = 'a list without it';
  const named = gone.slice(0, maxNamed).map((id) => ({ expected: `order ${id} in the list`, got }));
  const more = gone.length - named.length;
  return [
    ...named,
    ...(more > 0
      ? [{ expected: `${count(more, 'more order')} in the list`, got: 'a list without them' }]
      : []),
    ...(gone.length === 0 && fewer > 0 ? [{ expected: 'as many other orders', got: `${fewer} fewer` }] : []),
    ...rewritten.slice(0, maxNamed).map(({ id, field, before, after }) => ({
      expected: `the ${field} of order ${id}`,
      got: `${after} instead of ${before}`,
    })),
  ];
}
