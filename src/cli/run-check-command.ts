import { checkContract } from '../checker/check-contract.ts';
import { checkHar } from '../checker/check-har.ts';
import type { CheckOptions } from '../checker/check-options.ts';
import { type CheckClock, systemClock } from '../checker/clock.ts';
import { withProfileDrift } from '../checker/gaps/profile-drift.ts';
import { formatPlan, planCheck } from '../checker/plan-check.ts';
import type { Report } from '../checker/report.ts';
import { createProgress } from '../checker/reports/progress.ts';
import { type ReportRequest, readReportRequest } from '../checker/reports/reports.ts';
import { terminalReport } from '../checker/reports/terminal.ts';
import { appendJobSummary, writeReport } from '../checker/reports/write-report.ts';
import { UserError } from '../shared/user-error.ts';
import type { CheckFlags } from './check-flags.ts';
import { readExpectedProfile } from './expected-profile.ts';
import { readCheckFlags } from './read-check-flags.ts';

/** What the command `check` finds around it. */
export type CommandContext = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: { readonly write: (text: string) => unknown; readonly isTTY?: boolean };
  readonly err: { readonly write: (text: string) => unknown; readonly isTTY?: boolean };
  /** Calls back when the user wants the check to end. */
  readonly onInterrupt: (end: () => void) => void;
  readonly setExitCode: (code: number) => void;
  /** The machine's own where left out. */
  readonly clock?: CheckClock | undefined;
};

/** Runs `check` with its flags: plan or check, reports, exit code. Throws UserErrors. */
export async function runCheckCommand(
  url: string | undefined,
  flags: CheckFlags,
  context: CommandContext,
): Promise<void> {
  const { env, out } = context;
  const requests = (flags.report ?? []).map(readReportRequest);
  const compare = await profileComparison(flags);
  if (flags.har !== undefined) {
    refuseSending(flags);
    const { failOn, ignore } = flags;
    const judged = await checkHar(flags.har, { baseUrl: url, failOn, ignore });
    return writeOut(compare(judged), requests, context);
  }
  const options = await readCheckFlags(url, flags, env);
  if (flags.dryRun === true) return void out.write(formatPlan(planCheck(options)));
  return writeOut(compare(await checkWithProgress(options, context)), requests, context);
}

/** What `--expect-profile` adds to a report; its file is read before anything is sent. */
async function profileComparison({ expectProfile }: CheckFlags): Promise<(report: Report) => Report> {
  if (expectProfile === undefined) return (report) => report;
  const profile = await readExpectedProfile(expectProfile);
  return (report) => withProfileDrift(report, profile);
}

/** A recording is judged without sending anything: a flag about sending is a misunderstanding. */
function refuseSending({ har, level, dryRun, wait, controlUrl }: CheckFlags): void {
  const given = { '--level': level, '--dry-run': dryRun, '--wait': wait, '--control-url': controlUrl };
  const [flag] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (flag !== undefined)
    throw new UserError({ where: flag, what: `says how to send, and --har ${har} sends nothing` });
}

async function writeOut(
  report: Report,
  requests: readonly ReportRequest[],
  { env, out, setExitCode }: CommandContext,
): Promise<void> {
  const colour = out.isTTY === true && !env.NO_COLOR;
  out.write(terminalReport(report, { colour }));
  for (const request of requests) await writeReport(report, request);
  if (env.GITHUB_STEP_SUMMARY) await appendJobSummary(report, env.GITHUB_STEP_SUMMARY);
  setExitCode(report.exitCode);
}

async function checkWithProgress(
  options: CheckOptions,
  { err, onInterrupt, clock = systemClock }: CommandContext,
): Promise<Report> {
  const controller = new AbortController();
  onInterrupt(() => controller.abort());
  const progress = createProgress(planCheck(options), clock, (line) => err.write(`${line}\n`));
  return checkContract({ ...options, ...progress, clock, signal: controller.signal });
}
