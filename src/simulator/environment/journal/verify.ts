import { checkCancelled, checkNothingElse, checkRetried } from './checks/order-checks.ts';
import { checkKeys, checkNeverRequested, checkNotes } from './checks/request-checks.ts';
import { countOf, type Evidence, type Verdict } from './checks/verdict.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { JournalExchange } from './journal-exchange.ts';
import type { Check, CheckResult } from './verification.ts';

/** Holds a journal against statements about what the client did; one result for each, in their order. */
export async function verify(journal: Journal, checks: readonly Check[]): Promise<readonly CheckResult[]> {
  const expected = checks.filter((check) => check.check === 'cancelled').map(({ orderId }) => orderId);
  const evidence: Evidence = { journal, entries: [...journal.entries()], expected };
  return Promise.all(checks.map(async (check) => toResult(await judge(check, evidence), journal)));
}

function judge(check: Check, evidence: Evidence): Verdict | Promise<Verdict> {
  switch (check.check) {
    case 'cancelled':
      return checkCancelled(check, evidence);
    case 'nothing-else-changed':
      return checkNothingElse(check, evidence);
    case 'no-request-without-key':
      return checkKeys(evidence);
    case 'retried':
      return checkRetried(check, evidence);
    case 'never-requested':
      return checkNeverRequested(check, evidence);
    case 'no-notes':
      return checkNotes(evidence);
  }
}

const mostCited = 10;

/** What exchanges that are gone would have shown, nobody can tell: then no check passes. */
async function toResult({ check, passed, seen, cited }: Verdict, journal: Journal): Promise<CheckResult> {
  const { dropped } = journal;
  const shown = await journal.show(cited.slice(0, mostCited));
  const lines = [cited.length === 0 ? seen : `${seen}: ${shown.map(tellExchange).join(', ')}`];
  if (cited.length > mostCited) lines.push(`and ${cited.length - mostCited} more`);
  if (dropped > 0)
    lines.push(
      `${countOf(dropped, 'older exchange')} dropped from the journal, which holds ${journal.size}: raise journalSize, or clear the journal before the test`,
    );
  const goingOn = countOpen(journal.entries());
  if (goingOn > 0) lines.push(`${countOf(goingOn, 'exchange')} still going on`);
  return { check, passed: passed && dropped === 0, seen: lines.join('; ') };
}

function tellExchange({ number, method, path, query, answer, end }: JournalExchange): string {
  const came = answer === undefined ? (end ?? 'still going on') : answer.status;
  return `#${number} ${method} ${path}${query} → ${came}`;
}

function countOpen(entries: Iterable<JournalEntry>): number {
  let open = 0;
  for (const { end } of entries) if (end === undefined) open++;
  return open;
}
