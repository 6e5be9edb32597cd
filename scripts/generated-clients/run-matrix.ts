import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/version.ts';
import { run } from '../compare/tool.ts';
import { documentFile, inFolder } from './document.ts';
import type { Finding } from './results.ts';
import { others } from './trials.ts';

const main = fileURLToPath(new URL('src/cli/main.ts', packageRoot));
const judge = fileURLToPath(new URL('judge.ts', import.meta.url));

const scenario = inFolder('matrix.yaml');
writeFileSync(
  scenario,
  `orders:
  - { id: 1001, petId: 7, quantity: 1, shipDate: 2026-01-20T10:00:00Z, complete: false }
  - { id: 1002, petId: 7, quantity: 2, shipDate: 2026-02-03T08:30:00Z, complete: true, status: shipped }
`,
);

/** What the scripts read of the JSON report of a matrix. */
type Report = {
  readonly runs: readonly unknown[];
  readonly dependences: readonly Cause[];
  readonly faultCauses: readonly Cause[];
  readonly flaky: readonly { readonly cell: { readonly text: string } }[];
  readonly notes: readonly { readonly kind: string; readonly sentence: string }[];
};

type Cause = {
  readonly cell: { readonly text: string };
  readonly reliesOn: readonly { readonly sentence: string }[];
  readonly outcome: { readonly kind: 'failed' | 'hung'; readonly tests: readonly string[] };
};

/** What the matrix finds of a client. */
export type MatrixFindings = { readonly runs: number; readonly findings: readonly Finding[] };

/** Runs `store-orders-sim matrix` over a client with a careful caller. Most runs wait: for a pause, or until they count as hung. */
export async function runMatrix(client: readonly string[]): Promise<MatrixFindings> {
  const file = inFolder('matrix.json');
  const options = ['--scenario', scenario, '--require', 'faults', '--require', 'actors', '--jobs', '6'];
  const reports = ['--results', '{runFolder}/*.xml', '--report', `json=${file}`];
  const command = [process.execPath, judge, JSON.stringify(others), documentFile, ...client];
  const args = [main, 'matrix', ...options, ...reports, '--', ...command];
  const { code, output } = await run(process.execPath, args, inFolder('.'), 600_000);
  if (code !== 0 && code !== 1) throw new Error(`the matrix ends with ${code}: ${output.slice(-1000)}`);
  const { runs, dependences, faultCauses, flaky, notes }: Report = JSON.parse(readFileSync(file, 'utf8'));
  if (flaky.length > 0) throw new Error(`flaky: ${flaky.map(({ cell }) => cell.text)}`);
  const found =
    (kind: Finding['kind']) =>
    (cause: Cause): Finding => ({
      ...{ kind, name: cause.cell.text },
      shown: cause.outcome.kind === 'hung' ? 'hangs' : cause.outcome.tests.join('; ') || 'fails',
      ...(cause.reliesOn.length > 0 && {
        reliesOn: cause.reliesOn.map(({ sentence }) => sentence).join(', or '),
      }),
    });
  return {
    runs: runs.length,
    findings: [
      ...dependences.map(found('choice')),
      ...faultCauses.map(found('fault')),
      ...[...new Map(notes.map(({ kind, sentence }) => [kind, sentence]))].map(
        ([name, shown]): Finding => ({ kind: 'note', name, shown }),
      ),
    ],
  };
}
