import { readFileSync } from 'node:fs';
import { packageRoot } from '../../src/version.ts';
import { escapeCell } from '../gap-tables.ts';
import { trials } from './trials.ts';

export type ClientResult = {
  readonly name: string;
  readonly version: string;
  /** For each trial, what differs from the expected report. */
  readonly differs: Readonly<Record<string, string>>;
};

export type ClientResults = {
  readonly date: string;
  readonly clients: readonly ClientResult[];
  /** Generators that could not be had, with the reason. */
  readonly missing: readonly (readonly [name: string, reason: string])[];
};

export const clientResultsFile = new URL('docs/reference/generated-clients.json', packageRoot);

export function readClientResults(): ClientResults {
  return JSON.parse(readFileSync(clientResultsFile, 'utf8'));
}

/** The table of the page: a row for each client, a column for each trial. */
export function clientTable(): string {
  const { date, clients, missing } = readClientResults();
  // In `plain`, every client has to do everything.
  const columns = trials.filter(({ name }) => name !== 'plain').map(({ name }) => name);
  const lines = clients.map(({ name, version, differs }) => {
    const cells = columns.map((column) => differs[column] ?? '✓');
    return `| ${[`${name} ${version}`, ...cells].map(escapeCell).join(' | ')} |`;
  });
  const absent = missing.map(([name, reason]) => `${name} (${reason})`).join(', ');
  return [
    `| Client | ${columns.join(' | ')} |`,
    `|---${'|---'.repeat(columns.length)}|`,
    ...lines,
    '',
    `Recorded on ${date}.${absent === '' ? '' : ` Not tried: ${absent}.`}`,
  ].join('\n');
}
