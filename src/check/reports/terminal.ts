import type { Report } from '../../contract/report.ts';
import { type Colour, createPaint, type Paint, section } from '../../report/terminal-text.ts';
import {
  type FindingView,
  type ReportView,
  type RuleStatus,
  type RuleView,
  source,
  viewReport,
} from './report-view.ts';

/** The maximum number of findings that are shown for one rule. */
const maxFindings = 3;

const colours: Readonly<Record<RuleStatus, Colour>> = {
  violated: 'red',
  noticed: 'yellow',
  ignored: 'gray',
  accepted: 'gray',
  passed: 'green',
  'not-exercised': 'gray',
};

function headLines(
  { target, sign, verdict, scope, incomplete }: ReportView,
  paint: Paint,
): readonly string[] {
  const colour = sign === '✔' ? 'green' : 'red';
  return [
    ...(incomplete === undefined ? [] : [`${paint(['red', 'bold'], '✘ incomplete')} ${incomplete}`]),
    `${paint([colour, 'bold'], `${sign} ${target}`)} ${verdict}`,
    paint('gray', `  ${scope}`),
  ];
}

function findingLines({ exchange, fields }: FindingView, paint: Paint): readonly string[] {
  return [
    ...(exchange === undefined ? [] : [`    ${paint('bold', exchange)}`]),
    ...Object.entries(fields).map(([name, text]) => `    ${paint('gray', name.padEnd(9))} ${text}`),
  ];
}

function brokenLines(broken: RuleView, paint: Paint): readonly string[] {
  const { rule, status, sign, weight, findings, more } = broken;
  const title = paint([colours[status], 'bold'], `${sign} ${rule.id} ${rule.key}`);
  const quiet = status === 'ignored' || status === 'accepted';
  const reasons = new Set(findings.flatMap(({ fields }) => fields.accepted ?? []));
  const shown = quiet
    ? [...reasons].map((reason) => `    ${paint('gray', 'accepted ')} ${reason}`)
    : findings.flatMap((finding) => findingLines(finding, paint));
  return [
    '',
    `${title} ${paint('gray', `(${weight}; ${source(rule)})`)}`,
    `  ${rule.sentence}`,
    ...shown,
    ...(more === undefined || quiet ? [] : [paint('gray', `    ${more}`)]),
  ];
}

/** Lists the rules that are not broken in as few lines as possible: the passed ones by id, the others by reason. */
function ruleSummary({ passed, partly, notExercised }: ReportView, paint: Paint): readonly string[] {
  return [
    ...(passed === '' ? [] : [`  ${paint('green', 'passed       ')}  ${passed}`]),
    ...partly.map(({ reason, ids }) => `  ${paint('yellow', 'only in part ')}  ${ids}: ${reason}`),
    ...notExercised.map(({ reason, ids }) => `  ${paint('gray', 'not exercised')}  ${ids}: ${reason}`),
  ];
}

function gapLines({ gaps }: ReportView, paint: Paint): readonly string[] {
  const width = Math.max(...gaps.map(({ gap }) => gap.length), 0);
  return gaps.map(
    ({ gap, observed, allowed }) =>
      `  ${gap.padEnd(width)}  observed ${observed}${allowed ? '' : paint('yellow', '  not an allowed choice')}`,
  );
}

/**
 * Formats a report for a terminal: the verdict, each broken rule with a curl command that repeats the request, the other
 * rules, the observed gaps and the notes. The text contains escape sequences only if `colour` is true.
 */
export function terminalReport(
  report: Report,
  { colour }: { readonly colour: boolean } = { colour: false },
): string {
  const paint = createPaint(colour);
  const view = viewReport(report, maxFindings);
  const open = paint('gray', '(the specification leaves it open: not a finding)');
  const lines = [
    ...headLines(view, paint),
    ...view.broken.flatMap((broken) => brokenLines(broken, paint)),
    ...section(paint('bold', view.broken.length > 0 ? 'Other rules' : 'Rules'), ruleSummary(view, paint)),
    ...section(`${paint('bold', 'Unspecified')} ${open}`, gapLines(view, paint)),
    ...section(
      paint('bold', 'Notes'),
      view.notes.map((note) => `  ${note}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
