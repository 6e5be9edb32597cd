import type { Check } from '../../../control-api.ts';
import type { Journal } from './journal.ts';
import type { JournalExchange } from './journal-exchange.ts';
import { maxJournalBytes } from './kept-bytes.ts';
import { type CheckedJournal, countOf, runCheck, type Verdict } from './run-check.ts';

export type CheckResult = {
  /** The check as a sentence: `order 1001 is cancelled exactly 1 time`. */
  readonly check: string;
  readonly passed: boolean;
  /** What was seen, with the numbers of exchanges, for a test report. */
  readonly seen: string;
};

/** Holds a journal against checks. Returns one result for each check, in their order. */
export async function verify(journal: Journal, checks: readonly Check[]): Promise<readonly CheckResult[]> {
  const expected = checks.filter((check) => check.check === 'cancelled').map(({ orderId }) => orderId);
  const entries = [...journal.entries()];
  const { dropped } = journal.counts();
  const checked: CheckedJournal = { journal, entries, dropped, expected };
  return Promise.all(checks.map(async (check) => toResult(await runCheck(check, checked), checked)));
}

const maxCited = 10;

/** Fails every check if exchanges were dropped from the journal, because they might have failed it. */
async function toResult(
  { check, passed, seen, cited }: Verdict,
  { journal, entries, dropped }: CheckedJournal,
): Promise<CheckResult> {
  const shown = await journal.show(cited.slice(0, maxCited));
  const lines = [cited.length === 0 ? seen : `${seen}: ${shown.map(describeExchange).join(', ')}`];
  if (cited.length > maxCited) lines.push(`and ${cited.length - maxCited} more`);
  if (dropped > 0)
    lines.push(
      `${countOf(dropped, 'older exchange')} dropped from the journal, which ${limitOf(journal)} or clear the journal before the test`,
    );
  const open = entries.filter(({ end }) => end === undefined).length;
  if (open > 0) lines.push(`${countOf(open, 'exchange')} still open`);
  return { check, passed: passed && dropped === 0, seen: lines.join('; ') };
}

/** What made a journal drop exchanges: it is either full, or its exchanges were too large. */
function limitOf({ size, counts }: Journal): string {
  if (counts().length === size) return `holds ${size}: raise journalSize,`;
  const most = Math.round(maxJournalBytes / 1024 / 1024);
  return `holds ${most} MiB, and with those of other environments four times as much: give the process more memory,`;
}

function describeExchange({ number, method, path, query, answer, end }: JournalExchange): string {
  const outcome = answer === undefined ? (end ?? 'still open') : answer.status;
  return `#${number} ${method} ${path}${query} → ${outcome}`;
}
