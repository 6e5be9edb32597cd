import { count } from '../../../report/amounts.ts';
import { plainText, shorten } from '../../../report/plain-text.ts';
import { shellCommand } from '../../../report/shell-words.ts';
import type { Gap } from '../../../simulator/environment/gaps/gap.ts';
import { type GapKey, gapKeys, gaps } from '../../../simulator/environment/gaps/gaps.ts';
import type { Cause, Cell, Difference } from '../../model.ts';
import { formatCell } from '../../plan/cell-text.ts';
import type { MatrixReport } from '../matrix-report.ts';
import { acceptance, counts } from '../verdict.ts';
import {
  choiceMeaning,
  faultClause,
  faultSummary,
  fixLink,
  outcomeClause,
  reliedOnSentence,
  shownCell,
} from '../words.ts';
import { type DifferenceView, viewDifference } from './difference-view.ts';

/** A gap of a cause. */
export type GapPart = {
  readonly gap: GapKey;
  /** The choice that breaks the client. */
  readonly choice: string;
  /** What the choice means: `it is no longer listed`. */
  readonly meaning: string;
  /** The choice of the baseline. */
  readonly baseline: string;
  /** `a cancelled order stays listed` */
  readonly reliesOn: string;
  /** Why nobody promised it, as a sentence. */
  readonly why: string;
  /** The address of the page that shows how to fix it. */
  readonly fix: string;
};

/** A cause of failing tests. Every text is one line of plain text, to be escaped for the format. */
export type CauseView = {
  readonly cell: string;
  /** The first failing test, or the command. */
  readonly subject: string;
  /** Completes `subject`: `relies on: a cancelled order stays listed`. */
  readonly clause: string;
  readonly gaps: readonly GapPart[];
  /** What the client sees of each fault. */
  readonly faults: readonly string[];
  /** The failing tests. At most `maxTests`. */
  readonly tests: readonly string[];
  /** `… and 3 tests more`, or undefined. */
  readonly moreTests: string | undefined;
  /** `fails with exit code 1` */
  readonly outcome: string;
  readonly differences: readonly DifferenceView[];
  /** A command that repeats it. */
  readonly reproduce: string;
  /** `today` if the observed profile has the choice; undefined without one. */
  readonly when: 'today' | 'if-changed' | undefined;
  readonly accepted: string | undefined;
  readonly counts: boolean;
};

const maxTests = 10;
const maxDifferences = 3;

/** Builds the view of a cause. */
export function viewCause(cause: Cause, report: MatrixReport): CauseView {
  const parts = gapParts(cause.cell, report);
  const tests = cause.outcome.tests.map(showTest);
  const accepted = acceptance(cause, report);
  return {
    cell: shownCell(cause.cell),
    subject: tests[0] ?? commandText(report),
    clause: clauseOf(parts, cause),
    gaps: parts,
    faults: cause.cell.faults.map(faultSummary),
    tests: tests.slice(0, maxTests),
    moreTests: tests.length > maxTests ? `… and ${count(tests.length - maxTests, 'test')} more` : undefined,
    outcome: outcomeClause(cause.outcome),
    differences: tellingDifferences(cause).map(viewDifference),
    reproduce: reproduceCommand(cause.cell, report),
    when: whenOf(cause.cell, report),
    accepted: accepted === undefined ? undefined : plainText(accepted),
    counts: counts(cause, report),
  };
}

/** Returns what the parts of a cause mean: `it is no longer listed`. Empty if nothing is known. */
export function meaningOf({ gaps: parts, faults }: CauseView): string {
  const meanings = [...parts.map(({ meaning }) => meaning), ...faults].filter((meaning) => meaning !== '');
  return meanings.join('; ') + (parts.length > 1 && meanings.length > 0 ? '; only together' : '');
}

/** Returns the user's command as one line of plain text. */
export function commandText({ command }: Pick<MatrixReport, 'command'>): string {
  return shorten(plainText(shellCommand(command)), 200);
}

/** Returns a command for a POSIX shell that runs only one cell. */
export function reproduceCommand(cell: Cell, { options, command }: MatrixReport): string {
  const only = ['--only', formatCell(cell)];
  return plainText(shellCommand(['store-orders-sim', 'matrix', ...options, ...only, '--', ...command]));
}

/** Returns the name of a test as one line. */
export function showTest(name: string): string {
  return shorten(plainText(name), 200);
}

/** Returns the gaps of a cell, in the order of their table. */
export function gapParts(cell: Cell, { result }: Pick<MatrixReport, 'result'>): readonly GapPart[] {
  return gapKeys.flatMap((key) => {
    const choice = cell.gaps[key];
    const gap = gaps.find((one) => one.key === key);
    if (choice === undefined || gap === undefined) return [];
    const baseline = result.reliance.find((one) => one.gap === key)?.choice ?? gap.default;
    return {
      gap: key,
      choice: plainText(choice),
      meaning: plainText(choiceMeaning(key, choice)),
      baseline: plainText(baseline),
      reliesOn: plainText(reliedOnSentence(key, baseline)),
      why: whyOf(gap),
      fix: fixLink(key),
    };
  });
}

/** Returns the first differences. An exchange that was not sent follows from an earlier difference, if there is one. */
function tellingDifferences({ differences }: Cause): readonly Difference[] {
  const both = differences.filter(({ passing, failing }) => passing !== undefined && failing !== undefined);
  return (both.length > 0 ? both : differences).slice(0, maxDifferences);
}

function whyOf({ spec, question, why }: Gap): string {
  const several = spec.includes(',');
  const part = several ? `parts ${spec.replace(/, (?=[^,]*$)/, ' and ')}` : `part ${spec}`;
  return `the specification (${part}) leaves open: ${question} (${why})`;
}

function clauseOf(parts: readonly GapPart[], { cell, outcome }: Cause): string {
  const faults = cell.faults.map(faultClause);
  const verb = outcome.kind === 'hung' ? 'hangs' : 'fails';
  const under = faults.length === 0 ? '' : `${verb} if ${faults.join(' and ')}`;
  if (parts.length === 0) return under;
  // A pair is minimal: the client works as long as one of them is as in the baseline.
  const on = parts.map(({ reliesOn }) => reliesOn).join(', or ');
  const relies = parts.length === 1 ? `relies on: ${on}` : `relies on one of: ${on}`;
  return under === '' ? relies : `${relies}, and ${under}`;
}

function whenOf(cell: Cell, { observed }: MatrixReport): CauseView['when'] {
  if (observed === undefined || cell.faults.length > 0) return undefined;
  const seen = gapKeys.every((key) => cell.gaps[key] === undefined || cell.gaps[key] === observed.gaps[key]);
  return seen ? 'today' : 'if-changed';
}
