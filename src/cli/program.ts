import { Command } from 'commander';
import { nearestHint } from '../shared/nearest.ts';
import { UserError } from '../shared/user-error.ts';
import { version } from '../shared/version.ts';
import { commands, defaultCommand } from './commands.ts';
import type { StartServing } from './serve.ts';

const examples = `
Examples:
  store-orders-sim                                   serve scenario mixed at http://127.0.0.1:4010/v1
  store-orders-sim --scenario pending --port 0       serve one pending order on a free port
  store-orders-sim --profile typical                 answer what the specification leaves open as most services do
  store-orders-sim serve --help                      every setting, with its flag, variable and default

Settings are given as flags, as environment variables (SIM_PORT, SIM_SCENARIO, …), in a YAML file (--config FILE or
SIM_CONFIG), in this order of precedence; --print-settings shows what holds and where it comes from.

Exit codes:
  0   all is well                         3   target unreachable, port taken, or check incomplete
  1   the contract is broken              4   the target drifted from the given profile
  2   wrong usage, setting or file        70  a bug of ours (SIM_DEBUG=1 or --debug shows the stack)
`;

/** Runs a command line. Only the module of the command that it names is loaded. Errors are left to the caller. */
export async function runProgram(args: readonly string[], start: StartServing): Promise<void> {
  const named = args.find((arg) => arg !== '--debug' && arg !== 'help');
  const wanted = named === undefined || named.startsWith('-') ? defaultCommand : named;
  refuseUnknown(wanted);
  const program = new Command('store-orders-sim')
    .description('A stateful simulator of the Store Orders Service, and a checker of its contract.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--debug', 'show the stack of an unexpected error')
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', examples)
    .exitOverride();
  for (const { name, says, load } of commands) {
    const command = name === wanted ? await load(start) : new Command(name).description(says);
    program.addCommand(inherit(command, program), { isDefault: name === defaultCommand });
  }
  await program.parseAsync(args, { from: 'user' });
}

function refuseUnknown(wanted: string): void {
  const names = commands.map(({ name }) => name);
  if (names.includes(wanted)) return;
  throw new UserError({ what: `there is no command "${wanted}"`, hint: nearestHint(wanted, names) });
}

/** Errors of a nested command are thrown as those of the program are. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const nested of command.commands) inherit(nested, command);
  return command;
}
