import { count } from '../../report/amounts.ts';
import { fenced, inline, table } from '../../report/markdown-text.ts';
import type { MatrixReport } from './matrix-report.ts';
import { type CauseView, meaningOf } from './view/cause-view.ts';
import type { FaultGrid } from './view/fault-grid.ts';
import type { GapRow } from './view/gap-grid.ts';
import { type MatrixView, viewMatrix } from './view/matrix-view.ts';

/** The maximum number of cells that are listed as left out. */
const maxLeftOut = 20;

/** Formats a matrix as GitHub-flavoured Markdown, for a job summary. */
export function matrixMarkdownReport(report: MatrixReport): string {
  const view = viewMatrix(report);
  const { sign, command, verdict, scope, incomplete, dependences, faultCauses } = view;
  const lines = [
    `## ${sign} Store Orders matrix: ${inline(command)} ${inline(verdict)}`,
    ...incomplete.flatMap((line) => ['', `> ${inline(line)}`]),
    '',
    `${inline(scope)}\\.`,
    ...dependences.flatMap(causeLines),
    ...gapTable(view.gaps),
    ...faultTable(view.faults),
    ...faultCauses.filter((cause) => cause.counts).flatMap(causeLines),
    ...noteLines(view),
    ...list(
      'Flaky',
      'Runs of the same cell had different outcomes: not a finding.',
      view.flaky.map(({ cell, outcomes }) => `${cell}: ${outcomes}`),
    ),
    ...list('Pinned', 'Chosen by a test or its scenario, so not varied there.', view.pinned),
    ...list('Left out', 'Planned and not run.', leftOut(view)),
    ...list('Remarks', undefined, view.remarks),
  ];
  return `${lines.join('\n')}\n`;
}

function causeLines(cause: CauseView): readonly string[] {
  const sign = cause.counts ? '✘' : cause.accepted === undefined ? '!' : '~';
  const when = { today: 'Breaks today. ', 'if-changed': 'Breaks if the deployment changes. ' };
  const meaning = meaningOf(cause).replace(/\.$/, '');
  const fixes = cause.gaps.map(({ gap, fix }) => `[${inline(gap)}](${fix})`);
  return [
    '',
    `### ${sign} ${inline(`${cause.subject} ${cause.clause}`)}`,
    ...(cause.accepted === undefined ? [] : ['', `Accepted: ${inline(cause.accepted)}`]),
    '',
    `${cause.when === undefined ? '' : when[cause.when]}Breaks with ${code(cause.cell)}${meaning === '' ? '' : `: ${inline(meaning)}`}\\. The command ${inline(cause.outcome)}\\.`,
    ...cause.gaps.flatMap(({ why }) => ['', `Why nobody promised it: ${inline(why)}`]),
    ...(cause.tests.length < 2 ? [] : ['', ...cause.tests.map((name) => `- ${inline(name)}`)]),
    ...(cause.moreTests === undefined ? [] : [`- ${inline(cause.moreTests)}`]),
    ...differenceLines(cause),
    '',
    ...(fixes.length === 0 ? ['Reproduce:'] : [`How to fix: ${fixes.join(', ')}. Reproduce:`]),
    '',
    ...fenced('sh', [cause.reproduce]),
  ];
}

function differenceLines({ differences }: CauseView): readonly string[] {
  if (differences.length === 0) return [];
  const lines = differences.flatMap(({ request, passing, failing }) => [
    request,
    `  passing  ${passing}`,
    `  failing  ${failing}`,
  ]);
  return ['', ...fenced('text', lines)];
}

/** Formats a text without backticks as code. */
function code(text: string): string {
  return /[`\\|]/.test(text) ? inline(text) : `\`${text}\``;
}

function gapTable(gaps: readonly GapRow[]): readonly string[] {
  const relied = gaps.filter(({ reliedOn }) => reliedOn);
  const others = gaps.filter(({ reliedOn }) => !reliedOn);
  if (relied.length === 0) return [];
  const rows = relied.map(({ gap, squares }) => [
    inline(gap),
    squares.map(({ sign, choice, word }) => `${inline(sign)} ${inline(choice)} ${inline(word)}`).join('<br>'),
  ]);
  const rest = others.length === 0 ? '' : `; no response relied on the other ${count(others.length, 'gap')}`;
  return [
    ...['', '### Gaps', ''],
    inline(`${count(relied.length, 'gap')} varied${rest}.`),
    ...table(['Gap', 'Choices'], rows),
  ];
}

function faultTable({ kinds, rows, deeper }: FaultGrid): readonly string[] {
  if (rows.length + deeper.length === 0) return [];
  const grid = rows.map(({ operation, nth, squares }) => [
    inline(`${operation} ${nth}`),
    ...squares.map(({ sign, word }) => inline(`${sign} ${word}`)),
  ]);
  return [
    ...['', '### Faults'],
    ...(rows.length === 0 ? [] : table(['Exchange', ...kinds.map(inline)], grid)),
    ...(deeper.length === 0 ? [] : ['']),
    ...deeper.map(({ cell, square }) => `- ${inline(`${square.sign} ${square.word}`)}: ${code(cell)}`),
  ];
}

function noteLines({ notes }: MatrixView): readonly string[] {
  const lines = notes.flatMap(({ sentence, cell, more, exchanges, fix, reproduce }) => [
    '',
    `It ${inline(sentence)}. Seen with ${code(cell)}${more}. [How to fix](${fix})`,
    '',
    ...fenced('text', exchanges),
    ...fenced('sh', [reproduce]),
  ]);
  return lines.length === 0 ? [] : ['', '### Notes about the client', ...lines];
}

function leftOut({ leftOut: cells }: MatrixView): readonly string[] {
  const more = cells.length - maxLeftOut;
  return [...cells.slice(0, maxLeftOut), ...(more > 0 ? [`… and ${count(more, 'cell')} more`] : [])];
}

function list(heading: string, meaning: string | undefined, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const said = meaning === undefined ? [] : ['', inline(meaning)];
  return ['', `### ${heading}`, ...said, '', ...items.map((item) => `- ${inline(item)}`)];
}
