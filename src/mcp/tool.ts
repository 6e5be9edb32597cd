import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { ControlApiError } from '../client/caller.ts';
import { shorten } from '../report/plain-text.ts';
import { checkData } from '../text/data-issue.ts';
import { formatProblem, UserError } from '../user-error.ts';

/** What a tool can do while it runs. */
export type ToolCall = {
  /** Aborts when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Reports how far the call is, if the client wants to know. */
  readonly onProgress: (message: string) => void;
};

/** A tool of the Model Context Protocol. */
export type McpTool = {
  readonly name: string;
  readonly title: string;
  /** When to use the tool, and what it returns. It is all that a model knows of the tool. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  /** Checks the arguments and runs the tool. Throws a UserError that lists every problem of the arguments. */
  run(args: unknown, call: ToolCall): Promise<object>;
};

type ToolDefinition<Input extends z.ZodObject> = Omit<McpTool, 'input' | 'run'> & {
  readonly input: Input;
  /** Returns what the client gets as JSON, in which a bigint is a text. Each list in it is bounded. */
  run(args: z.output<Input>, call: ToolCall): Promise<object>;
};

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): McpTool {
  const { input, run } = definition;
  return {
    ...definition,
    run: async (args, call) => {
      const { data, issues } = checkData(args, input);
      if (data === undefined) throw new UserError(issues.map(({ path: _, at: __, ...issue }) => issue));
      return run(data, call);
    },
  };
}

const maxErrorLength = 4_000;

/** What to do about a refusal of the control API, with tools instead of routes. */
const remedies: Partial<Readonly<Record<string, string>>> = {
  environment_not_found: 'open_environment opens one, and "production" always exists',
  order_not_found: 'list_orders shows the orders',
  limit_reached: 'reset the environment, or use fewer',
  too_many_environments: 'use an environment that is open, or a shorter ttl',
  unauthorized: 'ask the user to start this server with the token of the simulator in SIM_CONTROL_TOKEN',
};

/** Returns an error in words that say what to do. */
export function errorText(error: unknown): string {
  if (error instanceof UserError)
    return shorten(error.problems.map(formatProblem).join('\n'), maxErrorLength);
  const message = error instanceof Error ? error.message : String(error);
  const remedy = error instanceof ControlApiError ? remedies[error.code] : undefined;
  // The place of a problem in a body that the tool wrote says nothing to a client.
  const text = message.replace(/^body\.json(?::\d+:\d+)? /gm, '');
  return shorten(remedy === undefined ? text : `${text.split(';', 1)[0]}; ${remedy}`, maxErrorLength);
}
