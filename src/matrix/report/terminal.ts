import { count } from '../../report/amounts.ts';
import { createPaint, type Paint, section } from '../../report/terminal-text.ts';
import type { MatrixReport } from './matrix-report.ts';
import { type CauseView, meaningOf } from './view/cause-view.ts';
import type { FaultGrid, FaultSquare } from './view/fault-grid.ts';
import { type MatrixView, viewMatrix } from './view/matrix-view.ts';

/** The maximum number of cells that are listed as left out. */
const maxLeftOut = 10;

/**
 * Formats a matrix for a terminal: the verdict; each dependence with its reason, what differed, how to fix it and a command
 * that repeats it; the behaviour under faults; what was flaky, pinned or left out. The text contains escape sequences only
 * if `colour` is true.
 */
export function matrixTerminalReport(
  report: MatrixReport,
  { colour }: { readonly colour: boolean } = { colour: false },
): string {
  const paint = createPaint(colour);
  const view = viewMatrix(report);
  const lines = [
    ...headLines(view, paint),
    ...view.dependences.flatMap((cause) => causeLines(cause, paint)),
    ...section(paint('bold', 'Under faults'), faultLines(view.faults, paint)),
    ...view.faultCauses.filter((cause) => cause.counts).flatMap((cause) => causeLines(cause, paint)),
    ...section(paint('bold', 'Notes about the client'), noteLines(view, paint)),
    ...section(
      `${paint('bold', 'Flaky')} ${paint('gray', '(runs of the same cell had different outcomes: not a finding)')}`,
      view.flaky.map(({ cell, outcomes }) => `  ${paint('yellow', '?')} ${cell}: ${outcomes}`),
    ),
    ...section(
      `${paint('bold', 'Pinned')} ${paint('gray', '(chosen by a test or its scenario, so not varied there)')}`,
      view.pinned.map((one) => `  ${one}`),
    ),
    ...section(paint('bold', 'Left out'), leftOutLines(view)),
    ...section(
      paint('bold', 'Remarks'),
      view.remarks.map((remark) => `  ${remark}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function headLines(
  { command, sign, verdict, scope, incomplete }: MatrixView,
  paint: Paint,
): readonly string[] {
  const colour = sign === '✔' ? 'green' : 'red';
  return [
    `${paint([colour, 'bold'], `${sign} ${command}`)} ${verdict}`,
    paint('gray', `  ${scope}`),
    ...incomplete.map((line) => `  ${line}`),
  ];
}

function causeLines(cause: CauseView, paint: Paint): readonly string[] {
  const sign = cause.counts ? paint(['red', 'bold'], '✘') : paint('yellow', cause.accepted ? '~' : '!');
  const field = (name: string, text: string) => `    ${paint('gray', name.padEnd(12))} ${text}`;
  const title = `${sign} ${paint('bold', cause.subject)} ${cause.clause}`;
  const today = { today: 'today: the deployment does this', 'if-changed': 'if the deployment changes' };
  const head = [
    '',
    title,
    ...(cause.accepted === undefined ? [] : [field('accepted', cause.accepted)]),
    ...(cause.when === undefined ? [] : [field('breaks', today[cause.when])]),
  ];
  const meaning = meaningOf(cause);
  return [
    ...head,
    field('breaks with', meaning === '' ? cause.cell : `${cause.cell} (${meaning})`),
    ...cause.gaps.map(({ why }) => field('not promised', why)),
    field('outcome', cause.outcome),
    ...(cause.tests.length < 2 ? [] : cause.tests.map((name, at) => field(at === 0 ? 'failing' : '', name))),
    ...(cause.moreTests === undefined ? [] : [field('', cause.moreTests)]),
    ...cause.differences.flatMap(({ request, passing, failing }, at) => [
      field(at === 0 ? 'differs' : '', request),
      field('', `  ${paint('green', 'passing')}  ${passing}`),
      field('', `  ${paint('red', 'failing')}  ${failing}`),
    ]),
    ...cause.gaps.map(({ fix }) => field('how to fix', fix)),
    field('reproduce', cause.reproduce),
  ];
}

function faultLines({ totals, rows, deeper }: FaultGrid, paint: Paint): readonly string[] {
  if (rows.length + deeper.length === 0) return [];
  const { passed, failed, hung, 'not-fired': silent } = totals;
  const parts = [
    paint('green', `${passed} pass`),
    ...(failed === 0 ? [] : [paint('yellow', `${failed} fail`)]),
    ...(hung === 0 ? [] : [paint('red', `${hung} hang`)]),
    ...(silent === 0 ? [] : [`${silent} did not fire`]),
  ];
  const places = rows.flatMap(({ operation, nth, squares }) => {
    const kinds = (status: FaultSquare['status']) =>
      squares.flatMap((square) => (square.status === status ? [square.kind] : []));
    return [
      ...faultLine('fails', `${operation}:${nth}`, kinds('failed'), paint),
      ...faultLine('hangs', `${operation}:${nth}`, kinds('hung'), paint),
    ];
  });
  const several = deeper.flatMap(({ cell, square }) =>
    /^(?:failed|hung)$/.test(square.status) ? faultLine(square.word, cell, ['together'], paint) : [],
  );
  return [
    `  ${parts.join(', ')} of ${count(passed + failed + hung + silent, 'fault cell')}`,
    ...places,
    ...several,
  ];
}

function faultLine(word: string, place: string, kinds: readonly string[], paint: Paint): readonly string[] {
  if (kinds.length === 0) return [];
  const sign = word === 'hangs' ? paint('red', '✘') : paint('yellow', '!');
  return [`  ${sign} ${word}  ${place.padEnd(14)} ${kinds.join(', ')}`];
}

function noteLines({ notes }: MatrixView, paint: Paint): readonly string[] {
  return notes.flatMap(({ sentence, cell, more, exchanges, fix, reproduce }) => [
    `  ${paint('yellow', '!')} it ${sentence}`,
    `    ${paint('gray', 'seen with'.padEnd(12))} ${cell}${more}`,
    ...exchanges.map((line, at) => `    ${paint('gray', (at === 0 ? 'exchanges' : '').padEnd(12))} ${line}`),
    `    ${paint('gray', 'how to fix'.padEnd(12))} ${fix}`,
    `    ${paint('gray', 'reproduce'.padEnd(12))} ${reproduce}`,
  ]);
}

function leftOutLines({ leftOut }: MatrixView): readonly string[] {
  const more = leftOut.length - maxLeftOut;
  return [
    ...leftOut.slice(0, maxLeftOut).map((cell) => `  ${cell}`),
    ...(more > 0 ? [`  … and ${count(more, 'cell')} more`] : []),
  ];
}
