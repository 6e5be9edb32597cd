import { count } from '../../report/amounts.ts';
import type { Card } from '../../report/document.ts';
import type { ClientNote } from '../model.ts';
import { reproduceCommand } from './cause-card.ts';
import { exchangeText } from './difference-view.ts';
import type { MatrixReport } from './matrix-report.ts';
import { fixCommand, shownCell } from './words.ts';

const maxExchanges = 4;

export const noteSentences: Readonly<Record<ClientNote['kind'], string>> = {
  'repeats-cancel-blindly':
    'repeats a cancel whose outcome it does not know, without a look at the list: a 404 or 409 may then mean success',
  'gives-up-after-reset': 'gives up after one reset, although the request can be repeated',
  'ignores-retry-after': 'sends again before the time that Retry-After names',
  'retries-without-pause': 'repeats requests without a pause',
  'repeats-refused-cancel':
    'sends a cancel again that was refused with a 409 or 404, which no repetition changes',
  'repeats-refused-key': 'sends a request again with the same key that got a 401',
  'no-timeout': 'waits for a response without a time-out',
};

/** Returns a card for each kind of note, with the cell that showed it first. */
export function noteCards(report: MatrixReport): readonly Card[] {
  return [...Map.groupBy(report.result.notes, ({ kind }) => kind).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [noteCard(first, others.length, report)],
  );
}

function noteCard({ kind, cell, exchanges }: ClientNote, others: number, report: MatrixReport): Card {
  const shown = exchanges.slice(0, maxExchanges).map((one) => [{ code: exchangeText(one) }]);
  const more = others === 0 ? '' : ` and ${count(others, 'cell')} more`;
  return {
    kind: 'card',
    id: `note-${kind}`,
    mark: { sign: '!', word: 'note', tone: 'warn' },
    title: 'It',
    suffix: noteSentences[kind],
    evidence: [
      {
        facts: [
          { name: 'seen with', lines: [[{ code: shownCell(cell) }, more]] },
          { name: 'exchanges', lines: shown },
          { name: 'how to fix', lines: [[{ code: fixCommand(kind) }]] },
        ],
        command: { name: 'reproduce', lines: [reproduceCommand(cell, report)] },
      },
    ],
    total: 1,
  };
}
