import { once } from 'node:events';
import { Command } from 'commander';
import { ControlClient } from '../client/control-client.ts';
import { serveToolsOverStdio } from '../mcp/mcp-server.ts';
import { type CheckDeployment, checkDeploymentTool } from '../mcp/tools/check-deployment.ts';
import { runMatrixTool } from '../mcp/tools/run-matrix.ts';
import { simulatorTools } from '../mcp/tools/simulator-tools.ts';
import { type FlagsOf, flagOf, type OptionRow } from '../options/option-row.ts';
import { processVariables, type Variables } from '../options/process-variables.ts';
import { anyText, wholeNumber } from '../options/setting-readers.ts';
import { plainText, shorten } from '../report/plain-text.ts';
import { startSimulator } from '../simulator/start-simulator.ts';
import { UserError } from '../user-error.ts';
import { exitFlushed, stopOnSignal } from './exit.ts';
import { withFlags } from './flags.ts';
import { readCheckFlags } from './read-check-flags.ts';
import { createMatrixRunner } from './run-matrix.ts';

const help = `
A coding agent starts this command and speaks the Model Context Protocol with it over stdin and stdout. By default it starts a
simulator of its own on free ports of this machine. The user, not the conversation, decides which command run_matrix may
run (COMMAND) and which deployment check_deployment may read (--deployment).

Variables:
  STORE_ORDERS_CONTROL_URL, STORE_ORDERS_CONTROL_TOKEN   a running simulator, instead of --control-url and SIM_CONTROL_TOKEN
  STORE_ORDERS_API_KEY                                   key of --deployment

Examples:
  store-orders-sim mcp                                            tools over a simulator of its own
  store-orders-sim mcp --scenario shipped -- npm test             also permit the matrix to run npm test
  SIM_CONTROL_TOKEN=… store-orders-sim mcp --control-url http://127.0.0.1:4011      drive a running simulator
  store-orders-sim mcp --deployment https://host.example/v1       also permit to check a deployment, with GET only
`;

const mcpTable = {
  scenario: {
    argument: 'name|file',
    read: anyText,
    description: 'initial state of the simulator (default: mixed)',
  },
  scenarios: { argument: 'folder', description: 'folder with scenarios of your own' },
  seed: { argument: 'number', read: wholeNumber(0, Number.MAX_SAFE_INTEGER), description: 'random seed' },
  controlUrl: {
    argument: 'url',
    description: 'drive this running simulator, with the token in SIM_CONTROL_TOKEN',
  },
  deployment: {
    argument: 'url',
    description:
      'deployment that check_deployment may read, ending in /v1, with its key in STORE_ORDERS_API_KEY',
  },
  anyCommand: { description: 'permit run_matrix to run commands that the conversation names' },
} as const satisfies Readonly<Record<string, OptionRow>>;

type McpFlags = FlagsOf<typeof mcpTable>;

/** The command `mcp`: serves tools over stdio until stdin ends or a signal arrives. */
export function mcpCommand(): Command {
  const command = new Command('mcp')
    .usage('[options] [-- COMMAND [ARGUMENT...]]')
    .argument('[command...]', 'the command that run_matrix may run, after --')
    .addHelpText('after', help)
    .action((argv: readonly string[], flags: McpFlags) => serveMcp(argv, flags, processVariables()));
  return withFlags(command, mcpTable);
}

async function serveMcp(command: readonly string[], flags: McpFlags, env: Variables): Promise<void> {
  const { deployment, anyCommand = false } = flags;
  const { control, token, stop } = await openControl(flags, env);
  const check = deployment === undefined ? undefined : observeDeployment(deployment, env);
  const tools = [
    ...simulatorTools(control),
    runMatrixTool(createMatrixRunner(), { command, anyCommand }),
    checkDeploymentTool(check),
  ];
  const server = serveToolsOverStdio(tools, {
    stdin: process.stdin,
    stdout: process.stdout,
    secrets: [token, ...(deployment === undefined ? [] : [env.STORE_ORDERS_API_KEY ?? ''])],
    onError: ({ message }) => process.stderr.write(`mcp: ${shorten(plainText(message), 300)}\n`),
  });
  const end = async (): Promise<void> => {
    await server.close();
    await stop();
  };
  stopOnSignal(end);
  // A pipe that breaks has no end, and a file is not closed.
  const ended = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')]);
  void ended.then(end).then(() => exitFlushed(0));
}

/** Returns a simulator to drive, and how to leave it. */
async function openControl(flags: McpFlags, env: Variables) {
  const { scenario, scenarios, seed, controlUrl } = flags;
  const url = controlUrl ?? (env.STORE_ORDERS_CONTROL_URL || undefined);
  if (url === undefined) {
    const simulator = await startSimulator({ scenario, scenarios, seed });
    const { control, controlToken: token, baseUrl } = simulator;
    if (control === undefined) throw new Error('the simulator has no control API');
    process.stderr.write(`mcp: the simulator serves ${baseUrl}\n`);
    return { control, token, stop: () => simulator.stop({ timeoutMs: 0 }) };
  }
  const what = `has no effect: the simulator at ${url} is already running`;
  for (const [key, given] of Object.entries({ scenario, scenarios, seed }))
    if (given !== undefined) throw new UserError({ where: flagOf(key), what });
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UserError({ where: '--control-url', what: `"${url}" is not an http address` });
  const token = env.SIM_CONTROL_TOKEN || env.STORE_ORDERS_CONTROL_TOKEN;
  if (!token)
    throw new UserError({
      where: '--control-url',
      what: 'needs the token of the control API',
      expected: 'it in SIM_CONTROL_TOKEN',
    });
  return { control: new ControlClient({ url, token }), token, stop: async () => {} };
}

/**
 * Returns the check of the deployment that the user named. It only observes: a conversation can choose neither the address,
 * nor the key, nor the level.
 */
export function observeDeployment(url: string, env: Variables): CheckDeployment {
  return async ({ showGaps, signal }) => {
    const { checkContract } = await import('../check/check-contract.ts');
    const options = await readCheckFlags(url, { level: 'observe' }, env);
    return checkContract({ ...options, showGaps, signal });
  };
}
