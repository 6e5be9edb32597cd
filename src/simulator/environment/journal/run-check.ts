import type { Check } from '../../../control-api.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import { headerValues, readCredentials } from './request-fields.ts';

/** What checks are held against. */
export type CheckedJournal = {
  readonly journal: Journal;
  /** Every exchange in the journal, oldest first. */
  readonly entries: readonly JournalEntry[];
  /** How many were dropped from the journal. */
  readonly dropped: number;
  /** The orders of the `cancelled` checks of the same call. */
  readonly expected: readonly bigint[];
};

/** The result of a check, before its exchanges are written out. */
export type Verdict = {
  /** The check as a sentence. */
  readonly check: string;
  readonly passed: boolean;
  /** What was seen, without a full stop. */
  readonly seen: string;
  /** The exchanges that show it. */
  readonly cited: readonly JournalEntry[];
};

export function runCheck(check: Check, checked: CheckedJournal): Verdict | Promise<Verdict> {
  switch (check.check) {
    case 'cancelled':
      return checkCancelled(check, checked);
    case 'nothing-else-changed':
      return checkNothingElse(check, checked);
    case 'no-request-without-key':
      return checkKeys(checked);
    case 'retried':
      return checkRetried(check, checked);
    case 'never-requested':
      return checkNeverRequested(check, checked);
    case 'no-notes':
      return checkNotes(checked);
  }
}

type CheckOf<Name extends Check['check']> = Extract<Check, { check: Name }>;

function checkCancelled(check: CheckOf<'cancelled'>, { entries }: CheckedJournal): Verdict {
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

function checkNothingElse(check: CheckOf<'nothing-else-changed'>, checked: CheckedJournal): Verdict {
  const allowed = [...new Set([...checked.expected, ...(check.except ?? [])])];
  const others = checked.entries.filter(
    (entry) => entry.cancel === 'cancelled' && !allowed.some((id) => isAbout(entry, id)),
  );
  const except = allowed.length === 0 ? '' : ` except ${allowed.join(', ')}`;
  return {
    check: `no order${except} is cancelled`,
    passed: others.length === 0,
    seen: `also cancelled: ${countOf(others.length, 'order')}`,
    cited: others,
  };
}

/** Accepts any bearer token, valid or not. */
function checkKeys({ entries }: CheckedJournal): Verdict {
  const without = entries.filter((entry) => entry.operation !== undefined && !carriesKey(entry));
  return {
    check: 'every request carries a key',
    passed: without.length === 0,
    seen: `without a key: ${countOf(without.length, 'request')}`,
    cited: without,
  };
}

function carriesKey({ rawHeaders }: JournalEntry): boolean {
  return headerValues(rawHeaders, 'authorization').some((value) => {
    const { scheme, rest } = readCredentials(value);
    return scheme?.toLowerCase() === 'bearer' && rest.trim() !== '';
  });
}

function checkRetried({ atMost, orderId }: CheckOf<'retried'>, { entries }: CheckedJournal): Verdict {
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
    seen: `retried at most ${countOf(retries, 'time')}`,
    cited: most,
  };
}

function checkNeverRequested(
  { operation, orderId }: CheckOf<'never-requested'>,
  { entries }: CheckedJournal,
): Verdict {
  const asked = entries.filter(
    (entry) =>
      (operation === undefined || entry.operation === operation) &&
      (orderId === undefined || isAbout(entry, orderId)),
  );
  const order = orderId === undefined ? undefined : `order ${orderId}`;
  const what = [operation, order].filter((part) => part !== undefined).join(' of ');
  return {
    check: what === '' ? 'nothing is requested' : `${what} is never requested`,
    passed: asked.length === 0,
    seen: `requested ${countOf(asked.length, 'time')}`,
    cited: asked,
  };
}

async function checkNotes({ entries, journal }: CheckedJournal): Promise<Verdict> {
  const shown = await journal.show(entries);
  const noted = entries.filter((_, at) => (shown[at]?.notes.length ?? 0) > 0);
  const texts = new Set(shown.flatMap(({ notes }) => notes.map(({ code, text }) => `${code}: ${text}`)));
  return {
    check: 'no exchange has a note',
    passed: noted.length === 0,
    seen: `with a note: ${countOf(noted.length, 'exchange')}${texts.size === 0 ? '' : ` (${[...texts].join(' ')})`}`,
    cited: noted,
  };
}

/** `1 time`, `2 times`. */
export function countOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

function isAbout(entry: JournalEntry, orderId: bigint): boolean {
  return entry.orderIdText === String(orderId);
}
