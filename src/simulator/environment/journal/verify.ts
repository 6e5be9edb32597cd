import type { Check, CheckResult } from '../../../control-api.ts';
import type { Journal } from './journal.ts';
import { countOf, runCheck } from './run-check.ts';
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
