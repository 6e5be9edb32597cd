import { Command } from 'commander';
import { levels } from '../checker/probes/probes.ts';
import { reportFormats } from '../checker/reports/reports.ts';
import {
  type CheckFlags,
  gather,
  readHeaderFlag,
  readIdFlag,
  readNumberFlag,
  readSizeFlag,
  readWordFlag,
} from './check-flags.ts';
import { type CommandContext, runCheckCommand } from './run-check-command.ts';

const examples = `
Examples:
  store-orders-sim check https://host.example/v1                       only reads; key in STORE_ORDERS_API_KEY
  store-orders-sim check https://host.example/v1 --level probe         also cancels orders that do not exist
  store-orders-sim check http://127.0.0.1:4010/v1 --api-key test-api-key --level cancel --pending-id 48250918
  store-orders-sim check https://host.example/v1 --dry-run             prints every request, sends none
  store-orders-sim check https://host.example/v1 --report junit=contract.xml --report html=contract.html
  store-orders-sim check --har traffic.har                             judges what a browser or a proxy recorded

Exit codes: 0 the contract is kept, 1 it is broken, 2 wrong usage or file, 3 not reached, not taken in or not checked
to the end, 4 kept but other than --expect-profile says, 130 ended by Ctrl-C.
`;

/** The command `check`: tells whether a deployment keeps the contract. It reads no environment but the one given. */
export function checkCommand(context: CommandContext): Command {
  const command = new Command('check')
    .description('tell whether a deployment keeps the contract, and report')
    .argument('[url]', 'base address of the deployment, ending in /v1')
    .option('--api-key <key>', 'API key of the deployment (env STORE_ORDERS_API_KEY)');
  addConductOptions(addReportOptions(command));
  return command
    .addHelpText('after', examples)
    .action((url: string | undefined, flags: CheckFlags) => runCheckCommand(url, flags, context));
}

function addConductOptions(command: Command): Command {
  return command
    .option(
      '--level <level>',
      `what it may do: ${levels.join(', ')} (default: observe)`,
      readWordFlag('--level', levels),
    )
    .option('--pending-id <id>', 'order that level cancel may cancel; repeatable', readIdFlag('--pending-id'))
    .option(
      '--shipped-id <id>',
      'order that has shipped, which level cancel tries',
      readIdFlag('--shipped-id'),
    )
    .option('--i-own-these-orders', 'permits level cancel on another host')
    .option('--control-url <url>', 'control API of our simulator: finds the ids by their handles')
    .option('--control-token <token>', 'token of the control API (env SIM_CONTROL_TOKEN)')
    .option('--har <file>', 'judge recorded traffic instead, and send nothing')
    .option('--dry-run', 'print the plan, request by request, and send nothing')
    .option('--max-requests <n>', 'most requests (default: 50)', readNumberFlag('--max-requests'))
    .option('--rps <n>', 'requests a second (default: 5; on this machine no limit)', readNumberFlag('--rps'))
    .option(
      '--timeout <seconds>',
      'wait for an answer, and for each next byte (default: 10)',
      readNumberFlag('--timeout'),
    )
    .option('--max-body <bytes>', 'most bytes of one body (default: 64M)', readSizeFlag('--max-body'))
    .option('--header <header>', '"Name: value" with every request; repeatable', readHeaderFlag)
    .option('--ca <file>', 'certificates in PEM to trust in place of the well-known ones')
    .option(
      '--wait <seconds>',
      'wait so long for a target that does not answer yet',
      readNumberFlag('--wait'),
    );
}

function addReportOptions(command: Command): Command {
  const severities = ['violation', 'notice'] as const;
  return command
    .option('--report <format=file>', `one more report: ${reportFormats.join(', ')}; repeatable`, gather)
    .option(
      '--fail-on <severity>',
      'what makes the exit code 1',
      readWordFlag('--fail-on', severities),
      'violation',
    )
    .option('--ignore <rule>', 'rule that does not count for the exit code; repeatable', gather)
    .option(
      '--expect-profile <name|file>',
      'end with 4 where the target answers gaps otherwise: least-promise, typical, or a profile file',
    );
}
