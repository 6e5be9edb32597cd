import { Command } from 'commander';
import { readSettings } from '../options/settings.ts';
import { nearestHint } from '../text/nearest.ts';
import { UserError } from '../user-error.ts';
import { version } from '../version.ts';

/** `load` imports the module of a command only when that command runs. */
type CommandRow = {
  readonly description: string;
  readonly load: () => Promise<Command>;
};

const defaultCommand = 'serve';

const commands: Readonly<Record<string, CommandRow>> = {
  [defaultCommand]: {
    description: 'Serve the Store Orders Service (default command)',
    load: async () => (await import('./serve.ts')).serveCommand(),
  },
  init: {
    description: 'Write a scenario, a test and a CI job to begin with into the current folder',
    load: async () => (await import('./init.ts')).initCommand(),
  },
  check: {
    description: 'Check a deployment against the contract and write a report',
    load: async () => (await import('./check.ts')).checkCommand(),
  },
  matrix: {
    description: 'Run your tests against every behaviour that the contract allows',
    load: async () => (await import('./matrix.ts')).matrixCommand(),
  },
  mcp: {
    description: 'Serve tools for coding agents over the Model Context Protocol on stdio',
    load: async () => (await import('./mcp.ts')).mcpCommand(),
  },
  capture: {
    description: 'Write the list of a deployment as a scenario with the same structure and no real data',
    load: async () => (await import('./capture.ts')).captureCommand(),
  },
  proxy: {
    description: 'Forward the traffic of your tests to a deployment and judge it by the contract',
    load: async () => (await import('./proxy.ts')).proxyCommand(),
  },
  scenarios: {
    description: 'List, show and validate scenarios',
    load: async () => {
      const { scenarios: folder, maxOrders } = (await readSettings()).settings;
      return (await import('./scenarios.ts')).scenariosCommand({ folder, maxOrders });
    },
  },
  gaps: {
    description: 'List what the specification leaves open, with the choices for each gap',
    load: async () => (await import('./gaps.ts')).gapsCommand(),
  },
  archive: {
    description: 'Write this program and its Node.js to stdout: docker run --rm IMAGE archive | tar x',
    load: async () => (await import('./archive.ts')).archiveCommand(),
  },
  healthcheck: {
    description: 'Check whether a simulator on this machine is ready',
    // For its help only: `run` starts the command without the parser.
    load: async () =>
      new Command('healthcheck').addHelpText('after', (await import('./healthcheck.ts')).healthcheckHelp),
  },
};

const help = `
Examples:
  store-orders-sim                                serve the scenario "mixed" at http://127.0.0.1:4010/v1
  store-orders-sim --scenario pending --port 0    serve one pending order on a free port
  store-orders-sim --profile typical              fill the gaps of the specification as most services do
  store-orders-sim serve --help                   print every setting with its flag, variable and default

Settings are flags or environment variables (SIM_PORT, SIM_SCENARIO, …). A flag overrides a variable.
--print-settings prints the values in effect and their sources.

Exit codes:
  0   success                             3   target unreachable, port in use, or check incomplete
  1   contract broken, or depended on     4   target differs from the expected profile
  2   invalid usage, setting or file      70  bug in store-orders-sim (--debug or SIM_DEBUG=1 prints the stack)
`;

/** Runs a command line and loads only the module of its command. Rejects with the error of the parser or the command. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const named = args.find((arg) => arg !== '--debug' && arg !== 'help');
  const wanted = named === undefined || named.startsWith('-') ? defaultCommand : named;
  rejectUnknown(wanted);
  const program = await createProgram(wanted);
  await program.parseAsync(args, { from: 'user' });
}

/** Creates the command line. The commands that are not wanted have only their names and descriptions. */
async function createProgram(wanted: string): Promise<Command> {
  const program = new Command('store-orders-sim')
    .description(
      'A stateful simulator of the Store Orders Service, a checker of its contract, and a matrix for its clients.',
    )
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'Print the help of a command')
    .option('--debug', 'print the stack of an unexpected error')
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', help)
    .exitOverride();
  for (const [name, { description, load }] of Object.entries(commands)) {
    const command = (name === wanted ? await load() : new Command(name)).description(description);
    program.addCommand(inherit(command, program), { isDefault: name === defaultCommand });
  }
  return program;
}

function rejectUnknown(wanted: string): void {
  const names = Object.keys(commands);
  if (names.includes(wanted)) return;
  throw new UserError({ what: `there is no command "${wanted}"`, hint: nearestHint(wanted, names) });
}

/** Applies the settings of the program, such as throwing instead of exiting, to a command and its subcommands. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const nested of command.commands) inherit(nested, command);
  return command;
}
