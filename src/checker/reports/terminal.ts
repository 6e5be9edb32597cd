import { styleText } from 'node:util';
import type { Report } from '../report.ts';
import { type BrokenRule, brokenRules, type FindingView } from './finding-view.ts';
import { gapViews, idRanges, notExercised, resultDetail, standings } from './overview.ts';
import { plainText } from './plain-text.ts';
import { count, coverage, duration, ruleOf, type Standing, source, standing, verdict } from './verdict.ts';

/** The most findings of one rule that the terminal shows. */
const mostFindings = 3;

type Colour = 'red' | 'yellow' | 'green' | 'gray' | 'bold';
type Paint = (style: Colour | readonly Colour[], text: string) => string;

const colours: Readonly<Record<Standing, Colour>> = {
  violated: 'red',
  noticed: 'yellow',
  ignored: 'gray',
  passed: 'green',
  'not-exercised': 'gray',
};

function headLines(report: Report, paint: Paint): readonly string[] {
  const { exercised, total } = coverage(report);
  const outcome = verdict(report);
  const colour = report.exitCode === 0 ? 'green' : 'red';
  const sign = report.exitCode === 0 ? '✔' : '✘';
  const incomplete = report.incomplete === undefined ? [] : [plainText(report.incomplete.message)];
  return [
    ...incomplete.map((message) => `${paint(['red', 'bold'], '✘ incomplete')} ${message}`),
    `${paint([colour, 'bold'], `${sign} ${plainText(report.target)}`)} ${outcome}`,
    paint(
      'gray',
      `  ${exercised} of ${total} rules exercised at level ${report.level}, ` +
        `${count(report.exchanges.length, 'exchange')} in ${duration(report.durationMs)}`,
    ),
  ];
}

function findingLines(finding: FindingView, paint: Paint): readonly string[] {
  const field = (name: string, text: string | undefined) =>
    text === undefined ? [] : [`    ${paint('gray', name.padEnd(9))} ${text}`];
  return [
    ...(finding.exchange === undefined ? [] : [`    ${paint('bold', finding.exchange)}`]),
    ...field('at', finding.where),
    ...field('expected', finding.expected),
    ...field('got', finding.got),
    ...field('repeat', finding.repeat),
  ];
}

function brokenLines({ rule, standing: how, findings, more }: BrokenRule, paint: Paint): readonly string[] {
  const { sign, word } = standings[how];
  const weight = how === 'violated' ? 'violation' : word;
  return [
    '',
    `${paint([colours[how], 'bold'], `${sign} ${rule.id} ${rule.key}`)} ${paint('gray', `(${weight}; ${source(rule)})`)}`,
    `  ${rule.sentence}`,
    ...(how === 'ignored' ? [] : findings.flatMap((finding) => findingLines(finding, paint))),
    ...(more > 0 && how !== 'ignored' ? [paint('gray', `    … and ${count(more, 'finding')} more`)] : []),
  ];
}

/** Every rule on a line of its own. */
function ruleTable(report: Report, paint: Paint): readonly string[] {
  const width = Math.max(...report.rules.map((result) => ruleOf(result.rule).key.length), 0);
  const rows = report.rules.map((result) => {
    const how = standing(result);
    const { sign, word } = standings[how];
    const cells = `${sign} ${result.rule} ${ruleOf(result.rule).key.padEnd(width)}  ${word.padEnd(13)}`;
    return `  ${paint(colours[how], cells)}  ${resultDetail(result)}`;
  });
  return ['', paint('bold', 'Rules'), ...rows];
}

/** The rules in as few lines as they need: those that passed by their ids, the others by their reason. */
function ruleSummary(report: Report, paint: Paint): readonly string[] {
  const passed = report.rules.filter((result) => result.kind === 'passed').map((result) => result.rule);
  const row = (how: Standing, ids: readonly string[], reason: string) =>
    `  ${paint(colours[how], standings[how].word.padEnd(13))}  ${idRanges(ids)}${reason}`;
  const rows = [
    ...(passed.length === 0 ? [] : [row('passed', passed, '')]),
    ...[...notExercised(report)].map(([reason, ids]) => row('not-exercised', ids, `: ${reason}`)),
  ];
  return rows.length === 0 ? [] : ['', paint('bold', 'Rules'), ...rows];
}

function gapLines(report: Report, paint: Paint): readonly string[] {
  const views = gapViews(report.gaps);
  if (views.length === 0) return [];
  const width = Math.max(...views.map((view) => view.gap.length));
  const rows = views.map(
    ({ gap, observed, allowed }) =>
      `  ${gap.padEnd(width)}  observed ${observed}${allowed ? '' : paint('yellow', '  none of the allowed answers')}`,
  );
  return [
    '',
    `${paint('bold', 'Unspecified')} ${paint('gray', '(the specification is silent: no finding)')}`,
    ...rows,
  ];
}

function noteLines(report: Report, paint: Paint): readonly string[] {
  const notes = report.notes.map((note) => `  ${plainText(note)}`);
  return notes.length === 0 ? [] : ['', paint('bold', 'Notes'), ...notes];
}

/**
 * The report for a terminal: what is incomplete and the verdict first, then each broken rule with what came and a
 * curl line, the rules (in a few lines where none failed), the gaps observed and the notes. Without `colour` there is
 * no escape sequence in it; whatever came from outside never brings one.
 */
export function terminalReport(report: Report, { colour }: { readonly colour: boolean }): string {
  const paint: Paint = (style, text) =>
    colour ? styleText([style].flat(), text, { validateStream: false }) : text;
  const broken = brokenRules(report, mostFindings);
  const lines = [
    ...headLines(report, paint),
    ...broken.flatMap((rule) => brokenLines(rule, paint)),
    ...(broken.length > 0 ? ruleTable(report, paint) : ruleSummary(report, paint)),
    ...gapLines(report, paint),
    ...noteLines(report, paint),
  ];
  return `${lines.join('\n')}\n`;
}
