import type { JournalEntry } from '../journal-entry.ts';
import type { Check } from '../verification.ts';
import { countOf, type Evidence, isAbout, type Verdict } from './verdict.ts';

type CheckOf<Name extends Check['check']> = Extract<Check, { check: Name }>;

/** An order was cancelled exactly, or at most, so many times. */
export function checkCancelled(check: CheckOf<'cancelled'>, { entries }: Evidence): Verdict {
  const { orderId } = check;
  const asked = entries.filter((entry) => entry.operation === 'cancelOrder' && isAbout(entry, orderId));
  const cancels = asked.filter(({ cancel }) => cancel === 'cancelled').length;
  const [passed, wanted] =
    'times' in check
      ? [cancels === check.times, `exactly ${countOf(check.times, 'time')}`]
      : [cancels <= check.atMost, `at most ${countOf(check.atMost, 'time')}`];
  return {
    check: `order ${orderId} is cancelled ${wanted}`,
    passed,
    seen: `cancelled ${countOf(cancels, 'time')}, by ${countOf(asked.length, 'request')}`,
    cited: asked,
  };
}

/** No order was cancelled but those that were expected. */
export function checkNothingElse(check: CheckOf<'nothing-else-changed'>, evidence: Evidence): Verdict {
  const allowed = [...new Set([...evidence.expected, ...(check.except ?? [])])];
  const others = evidence.entries.filter(
    (entry) => entry.cancel === 'cancelled' && !allowed.some((id) => isAbout(entry, id)),
  );
  const but = allowed.length === 0 ? '' : ` but ${allowed.join(', ')}`;
  return {
    check: `no order is cancelled${but}`,
    passed: others.length === 0,
    seen: `cancelled besides: ${countOf(others.length, 'order')}`,
    cited: others,
  };
}

/** No order had more cancel requests than one and its retries. */
export function checkRetried({ atMost, orderId }: CheckOf<'retried'>, { entries }: Evidence): Verdict {
  const requests = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    if (entry.operation !== 'cancelOrder' || (orderId !== undefined && !isAbout(entry, orderId))) continue;
    const same = requests.get(entry.orderIdText) ?? [];
    requests.set(entry.orderIdText, [...same, entry]);
  }
  const most = [...requests.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
  const retries = Math.max(0, most.length - 1);
  const whose = orderId === undefined ? 'no cancel is' : `the cancel of order ${orderId} is not`;
  return {
    check: `${whose} retried more than ${countOf(atMost, 'time')}`,
    passed: retries <= atMost,
    seen: `retried ${countOf(retries, 'time')} at the most`,
    cited: most,
  };
}
