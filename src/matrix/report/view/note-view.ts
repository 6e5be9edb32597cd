import { count } from '../../../report/amounts.ts';
import type { ClientNote } from '../../model.ts';
import type { MatrixReport } from '../matrix-report.ts';
import { fixLink, shownCell } from '../words.ts';
import { reproduceCommand } from './cause-view.ts';
import { exchangeText } from './difference-view.ts';

/** What the exchanges of a client show, in words. */
export type NoteView = {
  readonly kind: ClientNote['kind'];
  readonly sentence: string;
  /** The first cell that showed it: `cancelOrder:1:reset-before-commit`. */
  readonly cell: string;
  /** ` and 2 cells more`; empty if only one showed it. */
  readonly more: string;
  readonly exchanges: readonly string[];
  readonly fix: string;
  readonly reproduce: string;
};

/** The maximum number of exchanges that are shown for a note. */
const maxExchanges = 4;

/** What each note says about the client. */
export const noteSentences: Readonly<Record<ClientNote['kind'], string>> = {
  'repeats-cancel-blindly':
    'repeats a cancel whose outcome it does not know, without a look at the list: a 404 or 409 may then mean success',
  'gives-up-after-reset': 'gives up after one reset, although the request can be repeated',
  'ignores-retry-after': 'sends again before the time that Retry-After names',
  'retries-without-pause': 'repeats requests without a pause',
  'no-timeout': 'waits for a response without a time-out',
};

/** Builds the views of notes: one for each kind, with the cell that showed it first. */
export function viewNotes(notes: readonly ClientNote[], report: MatrixReport): readonly NoteView[] {
  return [...Map.groupBy(notes, ({ kind }) => kind).values()].flatMap((same) => {
    const [first, ...others] = same;
    return first === undefined ? [] : [viewNote(first, others.length, report)];
  });
}

function viewNote({ kind, cell, exchanges }: ClientNote, others: number, report: MatrixReport): NoteView {
  return {
    kind,
    sentence: noteSentences[kind],
    cell: shownCell(cell),
    more: others === 0 ? '' : ` and ${count(others, 'cell')} more`,
    exchanges: exchanges.slice(0, maxExchanges).map(exchangeText),
    fix: fixLink(kind),
    reproduce: reproduceCommand(cell, report),
  };
}
