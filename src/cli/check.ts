import { Command } from 'commander';
import { checkContract } from '../check/check-contract.ts';
import { type CheckFlags, checkTable } from '../check/check-table.ts';
import { formatPlan, planCheck } from '../check/plan-check.ts';
import { plainText } from '../report/plain-text.ts';
import { checkRecording } from './check-recording.ts';
import { type CommandContext, processContext } from './command-context.ts';
import { withFlags } from './flags.ts';
import { readProfileFlags } from './profile-flags.ts';
import { readCheckFlags } from './read-check-flags.ts';
import { finish, openReports } from './report-files.ts';

const help = `
Examples:
  store-orders-sim check https://host.example/v1                  send reads only; key in STORE_ORDERS_API_KEY
  store-orders-sim check https://host.example/v1 --level probe    also cancel orders that do not exist
  store-orders-sim check http://127.0.0.1:4010/v1 --api-key test-api-key --level cancel --pending-id 48250918
  store-orders-sim check https://host.example/v1 --dry-run        print every request and send nothing
  store-orders-sim check https://host.example/v1 --report junit=contract.xml --report html=contract.html
  store-orders-sim check --har traffic.har                        judge what a browser or a proxy recorded

Exit codes: 0 contract kept, 1 contract broken, 2 invalid usage or file, 3 target unreachable or not all tested that was
asked for (named orders, --require), 4 contract kept but target differs from --expect-profile, 130 ended by Ctrl-C
`;

export function checkCommand(context: CommandContext = processContext()): Command {
  const command = new Command('check')
    .argument('[url]', 'base address of the deployment, ending in /v1')
    .addHelpText('after', help)
    .action((url: string | undefined, flags: CheckFlags) => {
      if (flags.har !== undefined) return checkRecording(flags.har, url, flags, context);
      return checkDeployment(url, flags, context);
    });
  return withFlags(command, checkTable);
}

async function checkDeployment(
  url: string | undefined,
  flags: CheckFlags,
  context: CommandContext,
): Promise<void> {
  const { clock, err, env, out } = context;
  // Everything that may be invalid is read before the first request is sent.
  const profile = await readProfileFlags(flags);
  const options = { ...(await readCheckFlags(url, flags, env)), showGaps: profile.showGaps };
  if (flags.dryRun === true) return void out.write(formatPlan(await planCheck(options)));
  const writeReports = await openReports(flags, env);
  const controller = new AbortController();
  context.onInterrupt(() => controller.abort());
  const onWait = (why: string): unknown => err.write(`waiting: ${plainText(why)}\n`);
  const report = await checkContract({ ...options, onWait, clock, signal: controller.signal });
  context.setExitCode(await finish(report, { writeReports, profile }, context));
}
