/** A process environment such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the variables of this process. */
export function processVariables(): Variables {
  return process.env;
}

/** Returns whether error messages include the stack: `--debug` or `SIM_DEBUG=1`. */
export function wantsDebug(args: readonly string[], variables = processVariables()): boolean {
  return args.includes('--debug') || ['1', 'true', 'on', 'yes'].includes(variables.SIM_DEBUG ?? '');
}

/**
 * What `matrix` gives to the simulators that its command starts itself: `SIM_CELL`, the cell as JSON, and `SIM_RECORD`, the
 * file to which they append their records. An empty variable counts as not set.
 */
export type RunVariables = { readonly cell: string | undefined; readonly record: string | undefined };

export function readRunVariables(variables = processVariables()): RunVariables {
  return { cell: variables.SIM_CELL || undefined, record: variables.SIM_RECORD || undefined };
}
