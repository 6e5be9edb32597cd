import { once } from 'node:events';
import { Command } from 'commander';
import { reportWriters } from '../check/reports/reports.ts';
import { createProcessGroups } from '../command/process-groups.ts';
import { type CommandEnd, runCommand } from '../command/run-command.ts';
import type { Report, ReportedFinding } from '../contract/report.ts';
import { type RunningProxy, startProxy } from '../traffic/proxy/start-proxy.ts';
import { type CommandContext, processContext } from './command-context.ts';
import { withFlags } from './flags.ts';
import { type PreparedProxy, type ProxyFlags, prepareProxy, proxyTable } from './proxy-flags.ts';
import { finish } from './report-files.ts';

const help = `
Requests are forwarded to UPSTREAM, the base address of a service. Those of the contract are judged; nothing else
is sent. The report follows at Ctrl-C, or when COMMAND ends, which gets these variables:
  STORE_ORDERS_BASE_URL                              base address of the proxy, ends in /v1

Examples:
  store-orders-sim proxy https://staging.example/v1                      forward http://127.0.0.1:4020/v1 until Ctrl-C
  store-orders-sim proxy https://staging.example/v1 -- npm test          judge the traffic of npm test
  store-orders-sim proxy https://staging.example/v1 --env BASE_URL={baseUrl} -- pytest
  store-orders-sim proxy https://staging.example/v1 --report junit=contract.xml -- npm test
  curl http://127.0.0.1:4020/.store-orders-sim                           print the report so far as JSON
  curl -X DELETE http://127.0.0.1:4020/.store-orders-sim                 forget the orders: UPSTREAM was reset

Exit codes: 0 contract kept, 1 contract broken, 2 invalid usage or file, 3 nothing or not everything could be judged, or a
port is taken, 4 contract kept but UPSTREAM differs from --expect-profile, 5 COMMAND failed or was interrupted, 6 the same and
the contract is broken, 70 the proxy could not judge because of a bug in it, 130 ended by a second Ctrl-C
`;

/** How long exchanges have to finish at the end. */
const drainMs = 5_000;

/**
 * The command `proxy`: forwards traffic, judges it and writes reports.
 *
 * @param start replaces how a proxy starts
 */
export function proxyCommand(
  context: CommandContext = processContext(),
  start: typeof startProxy = startProxy,
): Command {
  const command = new Command('proxy')
    .usage('[options] UPSTREAM [-- COMMAND [ARGUMENT...]]')
    .argument('<upstream>', 'base address of the service, ending in /v1')
    .argument('[command...]', 'the command that runs your tests, after --')
    .addHelpText('after', help)
    .action((upstream: string, argv: readonly string[], flags: ProxyFlags) =>
      runProxyCommand(upstream, argv, flags, { ...context, start }),
    );
  return withFlags(command, proxyTable);
}

async function runProxyCommand(
  upstream: string,
  argv: readonly string[],
  flags: ProxyFlags,
  { start, ...context }: CommandContext & { readonly start: typeof startProxy },
): Promise<void> {
  const prepared = await prepareProxy(upstream, argv, flags, context);
  const over = new AbortController();
  let failedFast = false;
  const onBroken = ([first]: readonly ReportedFinding[]): void => {
    context.err.write(`contract broken: ${first?.rule ?? 'a rule'}, exchange ${first?.exchange ?? '?'}\n`);
    failedFast = prepared.failFast && !over.signal.aborted;
    if (failedFast) over.abort();
  };
  const onFailed = ({ message }: Error): void => {
    const what = 'traffic is still forwarded, but no longer judged, because judging failed';
    context.err.write(`error: ${what}: ${message}\n`);
  };
  const writeReport = (report: Report): string => reportWriters.json(prepared.profile.compare(report));
  const proxy = await start({ ...prepared.proxy, onBroken, onFailed, writeReport });
  context.onInterrupt(() => over.abort());
  const { origin, basePath } = prepared.proxy.upstream;
  context.err.write(`store-orders-sim proxy ready: ${proxy.baseUrl} → ${origin}${basePath}\n`);
  const ended = await forward(proxy, prepared, over, context);
  const commandFailed = ended !== undefined && ended.code !== 0 && !failedFast;
  try {
    const report = await proxy.stop(failedFast ? AbortSignal.abort() : AbortSignal.timeout(drainMs));
    const code = await finish(report, prepared, context);
    context.setExitCode(commandFailed ? (code === 1 ? 6 : 5) : code);
  } finally {
    if (commandFailed) context.out.write(`\nCOMMAND ${endOf(ended)}.\n`);
  }
}

/** Forwards until the command ends, or the user interrupts, or `--fail-fast` does. */
async function forward(
  proxy: RunningProxy,
  { command, variables }: PreparedProxy,
  { signal }: AbortController,
  { env, cwd, onExit }: CommandContext,
): Promise<CommandEnd | undefined> {
  if (command === undefined) {
    if (!signal.aborted) await once(signal, 'abort');
    return undefined;
  }
  const groups = createProcessGroups();
  onExit(groups.killAll);
  const run = { argv: command, cwd, env: { ...env, ...variables(proxy) }, printsHere: true };
  try {
    return await runCommand(run, { timeoutMs: Number.POSITIVE_INFINITY, signal, groups });
  } catch (error) {
    await proxy.stop(AbortSignal.abort()).catch(() => {});
    throw error;
  }
}

function endOf({ kind, code, signal }: CommandEnd): string {
  if (kind === 'interrupted')
    return 'was interrupted before its end: the report contains its traffic until then';
  return code === null ? `was ended by ${signal}` : `exited with ${code}`;
}
