/** A process environment such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the variables of this process. */
export function processVariables(): Variables {
  return process.env;
}

/** Returns whether error messages include the stack: `--debug` or `SIM_DEBUG=1`. */
export function wantsDebug(args: readonly string[], variables: Variables = processVariables()): boolean {
  return args.includes('--debug') || ['1', 'true', 'on', 'yes'].includes(variables.SIM_DEBUG ?? '');
}
