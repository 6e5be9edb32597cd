import { checkContract } from '../check/check-contract.ts';
import { checkHar } from '../check/check-har.ts';
import type { CheckOptions } from '../check/check-options.ts';
import type { Exchange } from '../check/exchange/exchange.ts';
import { formatPlan, planCheck } from '../check/plan-check.ts';
import type { Report } from '../check/report.ts';
import { progressLine } from '../check/reports/progress.ts';
import { type ReportRequest, readReportRequest } from '../check/reports/reports.ts';
import { terminalReport } from '../check/reports/terminal.ts';
import { appendJobSummary, writeReport } from '../check/reports/write-report.ts';
import { UserError } from '../user-error.ts';
import type { CheckFlags } from './check.ts';
import { readCheckFlags } from './read-check-flags.ts';

/** What the command `check` finds around it. */
export type CheckSurroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: { readonly write: (text: string) => unknown; readonly isTTY?: boolean };
  readonly err: { readonly write: (text: string) => unknown; readonly isTTY?: boolean };
  /** Calls back when the user wants the check to end. */
  readonly onInterrupt: (end: () => void) => void;
  readonly setExitCode: (code: number) => void;
};

const quietMs = 2000;

/** Runs `check` with its flags: plan or check, reports, exit code. Throws UserErrors. */
export async function runCheckCommand(
  url: string | undefined,
  flags: CheckFlags,
  surroundings: CheckSurroundings,
): Promise<void> {
  const { env, out } = surroundings;
  const requests = (flags.report ?? []).map(readReportRequest);
  if (flags.har !== undefined) {
    refuseSending(flags);
    const { failOn, ignore } = flags;
    return writeOut(await checkHar(flags.har, { baseUrl: url, failOn, ignore }), requests, surroundings);
  }
  const options = await readCheckFlags(url, flags, env);
  if (flags.dryRun === true) return void out.write(formatPlan(planCheck(options)));
  return writeOut(await checkWithProgress(options, surroundings), requests, surroundings);
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
  { env, out, setExitCode }: CheckSurroundings,
): Promise<void> {
  const colour = out.isTTY === true && !env.NO_COLOR;
  out.write(terminalReport(report, { colour }));
  for (const request of requests) await writeReport(report, request);
  if (env.GITHUB_STEP_SUMMARY) await appendJobSummary(report, env.GITHUB_STEP_SUMMARY);
  setExitCode(report.exitCode);
}

/** Says nothing for the first two seconds; after that, a line for each exchange. */
async function checkWithProgress(
  options: CheckOptions,
  { err, onInterrupt }: CheckSurroundings,
): Promise<Report> {
  const controller = new AbortController();
  onInterrupt(() => controller.abort());
  const { settings, probes } = planCheck(options);
  const planned = probes
    .flatMap(({ steps }) => steps)
    .filter(({ condition }) => condition === undefined).length;
  const say = (event: Parameters<typeof progressLine>[0]): unknown => err.write(`${progressLine(event)}\n`);
  const begin = performance.now();
  const onExchange = (exchange: Exchange, findings: number): void => {
    if (performance.now() - begin < quietMs) return;
    say({ kind: 'exchanged', exchange, planned: Math.max(planned, exchange.number), findings });
  };
  const onWait = (leftMs: number, why: string): unknown =>
    say({ kind: 'waiting', target: settings.target.baseUrl, leftMs, why });
  return checkContract({ ...options, signal: controller.signal, onExchange, onWait });
}
