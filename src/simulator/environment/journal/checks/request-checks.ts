import type { JournalEntry } from '../journal-entry.ts';
import { headerValues, readCredentials } from '../request-fields.ts';
import type { Check } from '../verification.ts';
import { countOf, type Evidence, isAbout, type Verdict } from './verdict.ts';

/** Every request carried a bearer token; whether it was the right one is not asked. */
export function checkKeys({ entries }: Evidence): Verdict {
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

/** No request named the operation, the order, or both. */
export function checkNeverRequested(
  { operation, orderId }: Extract<Check, { check: 'never-requested' }>,
  { entries }: Evidence,
): Verdict {
  const asked = entries.filter(
    (entry) =>
      (operation === undefined || entry.operation === operation) &&
      (orderId === undefined || isAbout(entry, orderId)),
  );
  const order = orderId === undefined ? undefined : `order ${orderId}`;
  const what = [operation, order].filter((part) => part !== undefined).join(' of ');
  return {
    check: `${what === '' ? 'anything' : what} is never requested`.replace('anything is never', 'nothing is'),
    passed: asked.length === 0,
    seen: `requested ${countOf(asked.length, 'time')}`,
    cited: asked,
  };
}

/** No exchange has a note. */
export async function checkNotes({ entries, journal }: Evidence): Promise<Verdict> {
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
