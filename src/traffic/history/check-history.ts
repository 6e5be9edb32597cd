import { machineClock } from '../../clock.ts';
import { type CriteriaOptions, readCriteria } from '../../contract/criteria.ts';
import type { HistoryChoices } from '../../contract/history/operation.ts';
import { openContract } from '../../contract/open-contract.ts';
import type { Report } from '../../contract/report.ts';
import { passive, Session } from '../../contract/session.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { readHistory } from './read-history.ts';

/** Options of `checkHistory`. */
export type CheckHistoryOptions = CriteriaOptions & {
  /** The choices of the target by gap, as in a profile. `cancel-again`, `cancelled-in-list` and `list-lag` sharpen the verdict. */
  readonly choices?: Readonly<Record<string, string>> | undefined;
};

/**
 * Judges a history of operations that may overlap: a file with one JSON object in each line. Sends nothing. Throws a
 * UserError (exit code 2) if the file cannot be read, or if an option is invalid.
 *
 * @example
 * const report = await checkHistory('load-test.jsonl', { choices: { 'cancelled-in-list': 'remove' } });
 */
export async function checkHistory(file: string, options: CheckHistoryOptions = {}): Promise<Report> {
  const criteria = readCriteria(options);
  const operations = await readHistory(file);
  const session = new Session(await openContract(), criteria, {
    choices: historyChoices(options.choices ?? {}),
  });
  for (const operation of operations) session.addOperation(operation);
  const now = machineClock.now();
  return session.report({
    target: file,
    ...passive,
    startedAt: now,
    endedAt: now,
    now,
    exchanges: [],
    exchangesJudged: operations.length,
    incomplete:
      operations.length > 0
        ? undefined
        : { kind: 'other-service', message: `${file} has no operation that says anything about an order.` },
    whyNotExercised: (rule) =>
      ['R26', 'R29', 'R31', 'R32', 'R35', 'R36'].includes(rule)
        ? 'no operation of the history exercises it'
        : 'a history has outcomes, and no responses',
    secrets: createSecrets([]),
  });
}

function historyChoices(choices: Readonly<Record<string, string>>): HistoryChoices {
  const inList = choices['cancelled-in-list'];
  const lag = choices['list-lag'] ?? '';
  const [, amount, unit] = /^after-(\d+)-(ms|reads)$/.exec(lag) ?? [];
  const listLag = unit === 'reads' ? { lists: Number(amount) } : { ms: Number(amount ?? 0) };
  return {
    cancelsAgain: choices['cancel-again'] === 'no-content',
    ...((inList === 'keep' || inList === 'remove') && { cancelledInList: inList }),
    ...((lag === 'immediate' || unit !== undefined) && { listLag }),
  };
}
