import * as z from 'zod';
import { verdictOf, viewReport } from '../../check/reports/report-view.ts';
import type { Report } from '../../contract/report.ts';
import { andMore } from '../../report/amounts.ts';
import { plainText } from '../../report/plain-text.ts';
import { UserError } from '../../user-error.ts';
import { short } from '../fields.ts';
import { defineTool, type McpTool } from '../tool.ts';

/** The maximum number of broken rules, and of gaps and notes, in an output. */
const maxBroken = 10;
const maxFindings = 2;
const maxGaps = 30;
const maxNotes = 10;

/** Checks the deployment that the user named, at level `observe`. */
export type CheckDeployment = (options: {
  readonly showGaps: boolean;
  readonly signal: AbortSignal;
}) => Promise<Report>;

/** Creates the tool that checks a deployment. Without a check, every call is refused. */
export function checkDeploymentTool(check: CheckDeployment | undefined): McpTool {
  return defineTool({
    name: 'check_deployment',
    title: 'Check a deployment',
    description: `Checks the deployment that the user named against the contract of the Store Orders Service. Sends only
GET requests: it cancels nothing. Returns the broken rules, each with what was expected and what was received.`,
    annotations: { readOnlyHint: true, openWorldHint: true },
    input: z.strictObject({
      showGaps: z
        .boolean()
        .default(false)
        .describe('also send requests that show how it behaves where the specification is silent'),
    }),
    run: async ({ showGaps }, { signal }) => {
      if (check === undefined)
        throw new UserError({
          what: 'the user has named no deployment',
          hint: 'ask the user to start the server with --deployment https://host.example/v1 and its key in STORE_ORDERS_API_KEY',
        });
      return show(await check({ showGaps, signal }));
    },
  });
}

function show(report: Report) {
  const view = viewReport(report);
  const more = view.broken.length - maxBroken;
  return {
    target: short(plainText(report.target)),
    verdict: verdictOf(report),
    exitCode: report.exitCode,
    scope: view.scope,
    incomplete: report.incomplete && short(plainText(report.incomplete.message)),
    broken: view.broken.slice(0, maxBroken).map(({ rule, weight, findings, total }) => ({
      rule: `${rule.id} ${rule.key}`,
      says: short(rule.sentence),
      severity: weight,
      findings: findings.slice(0, maxFindings).map(({ exchange, fields: { expected, got } }) => ({
        exchange: exchange && short(exchange),
        expected: short(expected),
        got: short(got),
      })),
      more: andMore(total, Math.min(findings.length, maxFindings), 'finding')[0],
    })),
    moreBroken: more > 0 ? more : undefined,
    notExercised: view.notExercised.slice(0, maxNotes).map(({ ids, detail }) => short(`${ids}: ${detail}`)),
    gaps: view.gaps.slice(0, maxGaps).map((gap) => ({ ...gap, observed: short(gap.observed) })),
    notes: report.notes.slice(0, maxNotes).map((note) => short(plainText(note))),
  };
}
