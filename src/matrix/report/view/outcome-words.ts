import { duration } from '../../../report/amounts.ts';
import { plainText } from '../../../report/plain-text.ts';
import type { Outcome } from '../../model.ts';

/** The sign and the word of an outcome. The sign never appears without the word. */
export const outcomeWords: Readonly<
  Record<Outcome['kind'], { readonly sign: string; readonly word: string }>
> = {
  passed: { sign: '✔', word: 'passes' },
  failed: { sign: '✘', word: 'fails' },
  hung: { sign: '✘', word: 'hangs' },
};

/** Returns an outcome with its detail: `fails with exit code 1`, `hangs: ended after 30.0 s`. */
export function outcomeClause(outcome: Outcome): string {
  if (outcome.kind === 'passed') return 'passes';
  if (outcome.kind === 'failed') return `fails with ${plainText(outcome.exit)}`;
  return `hangs: ended after ${duration(outcome.afterMs)}`;
}
