import * as z from 'zod';
import { plainText, shorten } from '../../report/plain-text.ts';
import { shellCommand } from '../../report/shell-words.ts';
import { UserError } from '../../user-error.ts';
import { whole } from '../fields.ts';
import { defineTool, type McpTool, type ToolCall } from '../tool.ts';

/** The maximum length of a report in an output, in characters. */
const maxReport = 12_000;

export type MatrixOutcome = { readonly exitCode: number; readonly text: string };

export type PermittedCommands = {
  /** The command after `--`. Empty if there is none. */
  readonly command: readonly string[];
  /** Whether the client may name others. */
  readonly anyCommand: boolean;
};

export type RunMatrix = (args: readonly string[], call: ToolCall) => Promise<MatrixOutcome>;

const meanings: Readonly<Record<number, string>> = {
  0: 'nothing found',
  1: 'the command depends on something that is not promised, hangs, or fails under a fault',
  2: 'not run: an argument is not valid',
  3: 'not run: the command cannot start, fails without any change, or sends no request',
  130: 'interrupted',
};

const input = z.strictObject({
  command: z
    .array(z.string().max(1_000))
    .min(1)
    .max(100)
    .optional()
    .describe('program and arguments, without a shell; default: the command that the user has permitted'),
  only: z.string().max(500).optional().describe('only this cell, as a report names it'),
  faults: z.boolean().default(true).describe('whether to try faults too'),
  // A name, and no path: what is not a scenario would be quoted in the error.
  scenario: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'the name of a built-in scenario')
    .optional()
    .describe('initial state of each run; default: mixed'),
  budgetSeconds: whole(1, 3_600).default(240).describe('no further run begins after this time'),
  timeoutSeconds: whole(1, 3_600).optional().describe('time after which a run counts as hung'),
});

export function runMatrixTool(run: RunMatrix, permitted: PermittedCommands): McpTool {
  const fixed = permitted.command.length === 0 ? 'none' : shellCommand(permitted.command);
  return defineTool({
    name: 'run_matrix',
    title: 'Run the matrix on a command',
    description: `Runs a test command on this machine again and again, each time against a new simulator that behaves
differently where the specification is silent, or with a fault, and reports on which unpromised behaviour the tests
depend. Takes minutes. The command finds the simulator in STORE_ORDERS_BASE_URL and STORE_ORDERS_API_KEY. Command that
the user has permitted: ${fixed}${permitted.anyCommand ? '; others are permitted too' : ''}.`,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    input,
    run: async ({ command = permitted.command, ...options }, call) => {
      checkPermission(command, permitted);
      const { exitCode, text } = await run([...flagsOf(options), '--', ...command], call);
      return {
        exitCode,
        meaning: meanings[exitCode] ?? 'unknown',
        command: shorten(shellCommand(command), 1_000),
        report: shorten(text.split('\n').map(plainText).join('\n'), maxReport),
      };
    },
  });
}

function checkPermission(command: readonly string[], { command: fixed, anyCommand }: PermittedCommands) {
  const isFixed = JSON.stringify(command) === JSON.stringify(fixed);
  if (command.length > 0 && (anyCommand || isFixed)) return;
  const given = shorten(shellCommand(command), 200);
  throw new UserError({
    what: given === '' ? 'there is no command to run' : `the user has not permitted the command ${given}`,
    hint: 'ask the user to start the server with the test command after --, as in store-orders-sim mcp -- npm test, or with --any-command',
  });
}

function flagsOf(options: Omit<z.output<typeof input>, 'command'>): readonly string[] {
  const { only, faults, scenario, budgetSeconds, timeoutSeconds } = options;
  return [
    `--budget=${budgetSeconds}s`,
    ...(only === undefined ? [] : [`--only=${only}`]),
    ...(faults ? [] : ['--no-faults']),
    ...(scenario === undefined ? [] : [`--scenario=${scenario}`]),
    ...(timeoutSeconds === undefined ? [] : [`--timeout=${timeoutSeconds}s`]),
  ];
}
