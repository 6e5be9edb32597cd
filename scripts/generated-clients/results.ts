import { readFileSync } from 'node:fs';
import { packageRoot } from '../../src/version.ts';
import { escapeCell } from '../gap-tables.ts';
import { type Evidence, reasons } from './reasons.ts';
import { trials } from './trials.ts';

/** What the matrix finds of a client. */
export type Finding = {
  readonly kind: 'choice' | 'fault' | 'note';
  /** The cell as text, or the kind of the note. */
  readonly name: string;
  /** What the tests show, or the sentence of the note. */
  readonly shown: string;
  /** What the client relies on, if it is a choice. */
  readonly reliesOn?: string;
};

export type ClientResult = {
  readonly name: string;
  readonly version: string;
  readonly date: string;
  /** For each trial, what differs from the expected report. */
  readonly differs: Readonly<Record<string, string>>;
  /** How many runs the matrix needed. */
  readonly runs: number;
  readonly findings: readonly Finding[];
  readonly evidence: readonly Evidence[];
};

export type ClientResults = {
  readonly clients: readonly ClientResult[];
  /** Generators that could not be had, with the reason. */
  readonly missing: readonly (readonly [name: string, reason: string])[];
};

export const clientResultsFile = new URL('docs/reference/generated-clients.json', packageRoot);

export function readClientResults(): ClientResults {
  return JSON.parse(readFileSync(clientResultsFile, 'utf8'));
}

/** Returns what needs a reason: the trials in which a client differs, and what the matrix finds. */
export function findingsOf({
  differs,
  findings,
}: Pick<ClientResult, 'differs' | 'findings'>): readonly string[] {
  return [...Object.keys(differs), ...findings.map(({ name }) => name)];
}

/** The table of the page: a row for each client, what the matrix finds, and what happens to ids and to a cancel. */
export function matrixTable(): string {
  const lines = readClientResults().clients.map(({ name, version, differs, runs, findings }) => {
    const of = (kind: Finding['kind']) => findings.filter((one) => one.kind === kind);
    const relies = of('choice').map((one) => `${one.reliesOn}: breaks with \`${one.name}\` (${one.shown})`);
    const breaks = [...Map.groupBy(of('fault'), ({ shown }) => shown)].map(
      ([shown, all]) => `${all.map((one) => `\`${one.name}\``).join(', ')} (${shown})`,
    );
    const repeats = of('note').some((one) => one.name === 'repeats-cancel-blindly');
    return row([
      ...[`${name} ${version}`, relies.join('<br>') || 'nothing', breaks.join('<br>') || 'nothing'],
      differs['id beyond 2^53'] === undefined ? 'keeps' : '**loses**',
      repeats ? '**repeats the cancel by itself, and reports the refusal**' : 'reports an error',
      `${runs}`,
    ]);
  });
  const head = [
    'Client',
    'Relies on',
    'Breaks with (faults, actors)',
    'Exact ids',
    'After a lost response',
    'Runs',
  ];
  return [row(head), `|${'---|'.repeat(head.length)}`, ...lines].join('\n');
}

/** The table of the trials: a row for each client, a column for each trial. */
export function trialTable(): string {
  const { clients, missing } = readClientResults();
  // In `plain`, every client has to do everything.
  const columns = trials.filter(({ name }) => name !== 'plain').map(({ name }) => name);
  const lines = clients.map(({ name, differs }) =>
    row([name, ...columns.map((column) => differs[column] ?? '✓')]),
  );
  const absent = missing.map(([name, reason]) => `${name} (${reason})`).join(', ');
  const dates = clients.map(({ date }) => date).toSorted();
  const when = [...new Set([dates.at(0), dates.at(-1)])].join(' to ');
  return [
    ...[row(['Client', ...columns]), `|---${'|---'.repeat(columns.length)}|`, ...lines, ''],
    `Recorded on ${when}.${absent === '' ? '' : ` Not tried: ${absent}.`}`,
  ].join('\n');
}

/** The list of reasons, with the lines that show them. */
export function reasonList(): string {
  const { clients } = readClientResults();
  return reasons
    .flatMap(({ why }, reason) => {
      const lines = clients.flatMap(({ name, evidence }) => {
        const found = evidence.filter((one) => one.reason === reason);
        const places = new Map(found.map((one) => [`\`${one.file}:${one.line}\``, one.text]));
        return [...places].map(([place, text]) => `  - ${name}: ${place} \`${text.replaceAll('`', "'")}\``);
      });
      return lines.length === 0 ? [] : [`- ${why}.`, ...lines];
    })
    .join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(escapeCell).join(' | ')} |`;
}
