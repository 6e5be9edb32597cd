import type { Variables } from './setting-sources.ts';

/** The variables that the command `check` looks at; it is no server, so that they stand in no table of settings. */
export const checkVariables = [
  'STORE_ORDERS_API_KEY',
  'SIM_CONTROL_TOKEN',
  'NO_COLOR',
  'GITHUB_STEP_SUMMARY',
] as const;

/** Reads what `check` may see of the environment; an empty variable is none. */
export function readCheckVariables(
  variables: Variables = process.env,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(checkVariables.map((name) => [name, variables[name] || undefined]));
}
