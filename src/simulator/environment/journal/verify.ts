import type { Check, CheckResult } from '../../../control-api.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import { headerValues, readCredentials } from './request-fields.ts';
import type { JournalExchange } from './show-exchange.ts';

const maxCited = 10;

/**
 * Holds a journal against checks. Returns one result for each check, in their order. Fails every check if exchanges were dropped
 * from the journal, because they might have failed it.
 */
export function verify(journal: Journal, checks: readonly Check[]): readonly CheckResult[] {
  const expected = checks.filter((check) => check.check === 'cancelled').map(({ orderId }) => orderId);
  const entries = [...journal.entries()];
  const { dropped } = journal.counts();
  return checks.map((one) => {
    const [check, passed, seen, cited] = runCheck(one, { journal, entries, expected });
    const shown = journal.show(cited.slice(0, maxCited));
    const lines = [cited.length === 0 ? seen : `${seen}: ${shown.map(describeExchange).join(', ')}`];
    if (cited.length > maxCited) lines.push(`and ${cited.length - maxCited} more`);
    if (dropped > 0)
      lines.push(
        `${countOf(dropped, 'older exchange')} dropped from the journal: raise journalSize, give the process more memory, or clear the journal before the test`,
      );
    const open = entries.filter(({ end }) => end === undefined).length;
    if (open > 0) lines.push(`${countOf(open, 'exchange')} still open`);
    return { check, passed: passed && dropped === 0, seen: lines.join('; ') };
  });
}

function describeExchange({ number, method, path, query, answer, end }: JournalExchange): string {
  const outcome = answer === undefined ? (end ?? 'still open') : answer.status;
  return `#${number} ${method} ${path}${query} → ${outcome}`;
}

type CheckedJournal = {
  readonly journal: Journal;
  /** Every exchange in the journal, oldest first. */
  readonly entries: readonly JournalEntry[];
  /** The orders of the `cancelled` checks of the same call. */
  readonly expected: readonly bigint[];
};

/** The check as a sentence, whether it passed, what was seen without a full stop, and the exchanges that show it. */
type Verdict = readonly [check: string, passed: boolean, seen: string, cited: readonly JournalEntry[]];

type RunCheck<Any> = (check: Any, checked: CheckedJournal) => Verdict;

const runCheck: RunCheck<Check> = (check, checked) =>
  // The row was found by the name of this check, which the types cannot follow.
  (rows[check.check] as RunCheck<Check>)(check, checked);

const rows: { readonly [Name in Check['check']]: RunCheck<Extract<Check, { check: Name }>> } = {
  cancelled: ({ orderId, times, atMost = 0 }, { entries }) => {
    const asked = entries.filter((entry) => entry.operation === 'cancelOrder' && isAbout(entry, orderId));
    const cancels = asked.filter(({ cancel }) => cancel === 'cancelled').length;
    const [passed, wanted] =
      times === undefined
        ? [cancels <= atMost, `at most ${countOf(atMost, 'time')}`]
        : [cancels === times, `exactly ${countOf(times, 'time')}`];
    const seen = `cancelled ${countOf(cancels, 'time')}, by ${countOf(asked.length, 'request')}`;
    return [`order ${orderId} is cancelled ${wanted}`, passed, seen, asked];
  },
  'nothing-else-changed': ({ except: more = [] }, { entries, expected }) => {
    const allowed = [...new Set([...expected, ...more])];
    const others = entries.filter(
      (entry) => entry.cancel === 'cancelled' && !allowed.some((id) => isAbout(entry, id)),
    );
    const except = allowed.length === 0 ? '' : ` except ${allowed.join(', ')}`;
    const seen = `also cancelled: ${countOf(others.length, 'order')}`;
    return [`no order${except} is cancelled`, others.length === 0, seen, others];
  },
  /** Accepts any bearer token, valid or not. */
  'no-request-without-key': (_check, { entries }) => {
    const without = entries.filter((entry) => entry.operation !== undefined && !carriesKey(entry));
    const seen = `without a key: ${countOf(without.length, 'request')}`;
    return ['every request carries a key', without.length === 0, seen, without];
  },
  retried: ({ atMost, orderId }, { entries }) => {
    const cancels = entries.filter(
      (entry) => entry.operation === 'cancelOrder' && (orderId === undefined || isAbout(entry, orderId)),
    );
    const requests = [...Map.groupBy(cancels, ({ orderIdText }) => orderIdText).values()];
    const most = requests.toSorted((one, other) => other.length - one.length)[0] ?? [];
    const retries = Math.max(0, most.length - 1);
    const whose = orderId === undefined ? 'no cancel is' : `the cancel of order ${orderId} is not`;
    const check = `${whose} retried more than ${countOf(atMost, 'time')}`;
    return [check, retries <= atMost, `retried at most ${countOf(retries, 'time')}`, most];
  },
  'never-requested': ({ operation, orderId }, { entries }) => {
    const asked = entries.filter(
      (entry) =>
        (operation === undefined || entry.operation === operation) &&
        (orderId === undefined || isAbout(entry, orderId)),
    );
    const order = orderId === undefined ? undefined : `order ${orderId}`;
    const what = [operation, order].filter((part) => part !== undefined).join(' of ');
    const check = what === '' ? 'nothing is requested' : `${what} is never requested`;
    return [check, asked.length === 0, `requested ${countOf(asked.length, 'time')}`, asked];
  },
  'no-notes': (_check, { entries, journal }) => {
    const shown = journal.show(entries);
    const noted = entries.filter((_, at) => (shown[at]?.notes.length ?? 0) > 0);
    const texts = new Set(shown.flatMap(({ notes }) => notes.map(({ code, text }) => `${code}: ${text}`)));
    const which = texts.size === 0 ? '' : ` (${[...texts].join(' ')})`;
    const seen = `with a note: ${countOf(noted.length, 'exchange')}${which}`;
    return ['no exchange has a note', noted.length === 0, seen, noted];
  },
};

function carriesKey({ rawHeaders }: JournalEntry): boolean {
  return headerValues(rawHeaders, 'authorization').some((value) => {
    const { scheme, rest } = readCredentials(value);
    return scheme?.toLowerCase() === 'bearer' && rest.trim() !== '';
  });
}

/** `1 time`, `2 times`. */
function countOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

function isAbout(entry: JournalEntry, orderId: bigint): boolean {
  return entry.orderIdText === String(orderId);
}
