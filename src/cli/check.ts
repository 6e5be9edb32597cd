import { Command } from 'commander';
import { checkContract } from '../check/check-contract.ts';
import type { CheckOptions } from '../check/check-options.ts';
import { type CheckFlags, checkTable } from '../check/check-table.ts';
import { findOrdersByHandle } from '../check/orders-by-handle.ts';
import { formatPlan, planCheck } from '../check/plan-check.ts';
import { checkQuickstart, planQuickstart } from '../check/quickstart/check-quickstart.ts';
import { createProgress } from '../check/reports/progress.ts';
import { machineClock } from '../clock.ts';
import type { Report } from '../contract/report.ts';
import { readCheckVariables } from '../options/settings.ts';
import { checkHar } from '../traffic/har/check-har.ts';
import { checkHistory } from '../traffic/history/check-history.ts';
import { type ExitCode, UserError } from '../user-error.ts';
import { checkTargets, named, readTargets, type TargetCheck } from './check-targets.ts';
import { type ProcessContext, processContext } from './command-context.ts';
import { flagNames } from './flag-names.ts';
import { withFlags } from './flags.ts';
import { type ProfileUse, readProfileFlags } from './profile-flags.ts';
import {
  readCheckFlags,
  readCriteriaFlags,
  rejectSendingFlags,
  rejectWatchFlags,
} from './read-check-flags.ts';
import { finish, openReports, type ReportFiles } from './report-files.ts';

const help = `
Examples:
  store-orders-sim check https://host.example/v1                  send reads only; key in STORE_ORDERS_API_KEY
  store-orders-sim check https://host.example/v1 --level probe    also cancel orders that do not exist
  store-orders-sim check http://127.0.0.1:4010/v1 --api-key test-api-key --level cancel --pending-id 48250918
  store-orders-sim check https://host.example/v1 --dry-run        print every request and send nothing
  store-orders-sim check https://host.example/v1 --report junit=contract.xml --report html=contract.html
  store-orders-sim check --config targets.yaml                    check several targets
  store-orders-sim check --quickstart http://127.0.0.1:4010/quickstart --level cancel
  store-orders-sim check --har traffic.har                        judge what a browser or a proxy recorded
  store-orders-sim check --history load-test.jsonl                judge operations that overlapped
  store-orders-sim check https://host.example/v1 --every 5m --metrics 127.0.0.1:9464

Exit codes: 0 contract kept, 1 contract broken, 2 invalid usage or file, 3 target unreachable or not all tested that was
asked for (named orders, --require), 4 contract kept but target differs from --expect-profile, 130 ended by Ctrl-C
`;

const names = flagNames(checkTable);

type CheckContext = Omit<ProcessContext, 'cwd' | 'onExit'>;

export function checkCommand(context: CheckContext = processContext(readCheckVariables())): Command {
  const command = new Command('check')
    .argument('[url]', 'base address of the deployment, ending in /v1')
    .addHelpText('after', help)
    .action((url: string | undefined, flags: CheckFlags) =>
      names.inError(() => runCheckCommand(url, flags, context)),
    );
  return withFlags(command, checkTable);
}

async function runCheckCommand(
  url: string | undefined,
  flags: CheckFlags,
  context: CheckContext,
): Promise<void> {
  const { config, every } = flags;
  rejectWatchFlags(flags);
  if (config !== undefined) return checkConfigured(url, { ...flags, config }, context);
  if (flags.target !== undefined)
    throw new UserError({ where: '--target', what: 'has no effect without --config FILE' });
  if (flags.har !== undefined || flags.history !== undefined) return checkRecording(url, flags, context);
  const prepared = await prepare(url, flags, context);
  if (flags.dryRun === true) return void context.out.write(names.inText(await planText(prepared)));
  if (every !== undefined) {
    const { runWatch } = await import('./watch.ts');
    return runWatch({ ...prepared, flags: { ...flags, every } }, context);
  }
  const files = await openReports(flags, context.env);
  context.setExitCode(await runPrepared(prepared, files, context));
}

async function checkRecording(
  baseUrl: string | undefined,
  flags: CheckFlags,
  context: CheckContext,
): Promise<void> {
  const profile = await readProfileFlags(flags, machineClock.now());
  const { har, history } = flags;
  rejectSendingFlags(har === undefined ? `--history ${history}` : `--har ${har}`, flags);
  if (history !== undefined && (har ?? baseUrl) !== undefined)
    throw new UserError({
      where: '--history',
      what: `cannot be combined with ${har === undefined ? 'an address' : '--har'}`,
    });
  const criteria = await readCriteriaFlags(flags);
  const files = await openReports(flags, context.env);
  const report =
    history === undefined
      ? await checkHar(har ?? '', { baseUrl, ...criteria })
      : await checkHistory(history, { ...criteria, choices: profile.choices });
  context.setExitCode(await finish(report, { files, profile, names }, context));
}

type PreparedCheck = {
  readonly options: CheckOptions;
  readonly quickstart: boolean;
  readonly profile: ProfileUse;
};

/** Reads everything that may be invalid before the first request is sent. */
async function prepare(
  url: string | undefined,
  flags: CheckFlags,
  context: CheckContext,
): Promise<PreparedCheck> {
  const profile = await readProfileFlags(flags, machineClock.now());
  const options = { ...(await readCheckFlags(url, flags, context)), showGaps: profile.showGaps };
  const quickstart = flags.quickstart !== undefined;
  (quickstart ? planQuickstart : planCheck)(options);
  return { options, quickstart, profile };
}

async function runPrepared(
  { profile, ...check }: PreparedCheck,
  files: ReportFiles,
  context: CheckContext,
): Promise<ExitCode> {
  return finish(await checkWithProgress(check, context), { files, profile, names }, context);
}

async function checkConfigured(
  url: string | undefined,
  flags: CheckFlags & { readonly config: string },
  context: CheckContext,
): Promise<void> {
  const { config, dryRun, totalTimeout } = flags;
  const prepared: (PreparedCheck & { readonly name: string; readonly flags: CheckFlags })[] = [];
  for (const target of await readTargets(url, flags))
    prepared.push({
      name: target.name,
      flags: target.flags,
      ...(await named(target.name, config, () => prepare(target.url, target.flags, context))),
    });
  if (dryRun === true) {
    for (const { name, ...check } of prepared)
      context.out.write(
        `target ${name}\n${names.inText(await named(name, config, () => planText(check)))}\n`,
      );
    return;
  }
  const checks: TargetCheck[] = [];
  for (const { name, options, flags: ofTarget, ...rest } of prepared) {
    const files = await named(name, config, () => openReports(ofTarget, context.env));
    const run = (totalTimeoutMs = options.totalTimeoutMs) =>
      names.inError(() =>
        named(name, config, () =>
          runPrepared({ ...rest, options: { ...options, totalTimeoutMs } }, files, context),
        ),
      );
    checks.push({ name, run });
  }
  context.setExitCode(await checkTargets(checks, totalTimeout, context));
}

/** Plans with the orders that a control API names. The target does not prove anything, because nothing is sent to it. */
async function planText({ options, quickstart }: CheckToRun): Promise<string> {
  if (quickstart) return formatPlan(planQuickstart(options));
  const plan = planCheck(options);
  const { wanted } = plan.settings;
  if (wanted === undefined) return formatPlan(plan);
  const named = formatPlan(planCheck({ ...options, ...(await findOrdersByHandle(plan.settings, wanted)) }));
  return `${named}\nBefore these, one GET /store/orders with the key shows whether the target is that of --control-url.\n`;
}

type CheckToRun = Pick<PreparedCheck, 'options' | 'quickstart'>;

async function checkWithProgress(
  { options, quickstart }: CheckToRun,
  context: CheckContext,
): Promise<Report> {
  const controller = new AbortController();
  context.onInterrupt(() => controller.abort());
  const plan = (quickstart ? planQuickstart : planCheck)(options);
  const { clock, err } = context;
  const progress = createProgress(plan, clock, (line) => err.write(`${line}\n`));
  const check = quickstart ? checkQuickstart : checkContract;
  return check({ ...options, ...progress, clock, signal: controller.signal });
}
