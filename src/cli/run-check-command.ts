import { readFile } from 'node:fs/promises';
import { checkContract } from '../check/check-contract.ts';
import type { CheckOptions } from '../check/check-options.ts';
import { findHandles } from '../check/control-handles.ts';
import type { Exchange } from '../check/exchange/exchange.ts';
import { formatPlan, planCheck } from '../check/plan-check.ts';
import type { Report } from '../check/report.ts';
import { progressLine } from '../check/reports/progress.ts';
import { readReportRequest } from '../check/reports/reports.ts';
import { terminalReport } from '../check/reports/terminal.ts';
import { appendJobSummary, writeReport } from '../check/reports/write-report.ts';
import { readTarget } from '../check/target.ts';
import { UserError } from '../user-error.ts';
import type { CheckFlags } from './check.ts';

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
  url: string,
  flags: CheckFlags,
  surroundings: CheckSurroundings,
): Promise<void> {
  const { env, out } = surroundings;
  const requests = (flags.report ?? []).map(readReportRequest);
  const options = await optionsOf(url, flags, env);
  if (flags.dryRun === true) return void out.write(formatPlan(planCheck(options)));
  const report = await checkWithProgress(options, surroundings);
  const colour = out.isTTY === true && !env.NO_COLOR;
  out.write(terminalReport(report, { colour }));
  for (const request of requests) await writeReport(report, request);
  if (env.GITHUB_STEP_SUMMARY) await appendJobSummary(report, env.GITHUB_STEP_SUMMARY);
  surroundings.setExitCode(report.exitCode);
}

async function optionsOf(
  url: string,
  flags: CheckFlags,
  env: CheckSurroundings['env'],
): Promise<CheckOptions> {
  const named = await namedOrders(url, flags, env);
  return {
    ...named,
    url,
    apiKey: readKey(flags, env),
    level: flags.level,
    ownsOrders: flags.iOwnTheseOrders,
    maxRequests: flags.maxRequests,
    requestsPerSecond: flags.rps,
    timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1000,
    maxBodyBytes: flags.maxBody,
    headers: flags.header,
    ca: flags.ca === undefined ? undefined : await readCa(flags.ca),
    waitSeconds: flags.wait,
    failOn: flags.failOn,
    ignore: flags.ignore,
  };
}

/** A plan is printed without any key. */
function readKey(flags: CheckFlags, env: CheckSurroundings['env']): string {
  const key = flags.apiKey ?? env.STORE_ORDERS_API_KEY ?? (flags.dryRun === true ? 'key' : undefined);
  if (key !== undefined) return key;
  throw new UserError({
    where: '--api-key',
    what: 'is missing',
    expected: 'the API key of the deployment, as a flag or in STORE_ORDERS_API_KEY',
  });
}

async function readCa(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new UserError({ where: '--ca', what: `${file} cannot be read${why}`, expected: 'a PEM file' });
  }
}

/** The orders to try: as named, else those behind the handles of our own simulator. Other levels need none. */
async function namedOrders(
  url: string,
  flags: CheckFlags,
  env: CheckSurroundings['env'],
): Promise<Pick<CheckOptions, 'pendingIds' | 'shippedIds'>> {
  const { pendingId: pendingIds, shippedId: shippedIds, controlUrl, level } = flags;
  if (controlUrl === undefined || level !== 'cancel') return { pendingIds, shippedIds };
  const controlToken = flags.controlToken ?? env.SIM_CONTROL_TOKEN;
  const handles = await findHandles({ controlUrl, controlToken }, readTarget(url).basePath);
  const behind = (handle: string): readonly bigint[] => {
    const id = handles.get(handle);
    return id === undefined ? [] : [id];
  };
  return { pendingIds: pendingIds ?? behind('pending'), shippedIds: shippedIds ?? behind('shipped') };
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
