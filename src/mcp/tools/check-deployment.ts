import * as z from 'zod';
import { reportWriters } from '../../check/reports/reports.ts';
import type { Report } from '../../contract/report.ts';
import { shorten } from '../../report/plain-text.ts';
import { UserError } from '../../user-error.ts';
import { defineTool, type McpTool } from '../tool.ts';

/** The maximum length of a report in an output, in characters. */
const maxReport = 12_000;

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
GET requests: it cancels nothing. Returns the report: the broken rules, each with what was expected and what was received.`,
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
      const report = await check({ showGaps, signal });
      return { exitCode: report.exitCode, report: shorten(reportWriters.terminal(report), maxReport) };
    },
  });
}
