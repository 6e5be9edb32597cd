import type { Variables } from './process-variables.ts';

/**
 * What `matrix` gives to the simulators that its command starts itself: `SIM_CELL`, the cell as JSON, and `SIM_RECORD`, the
 * file to which they append their records.
 */
export type RunVariables = { readonly cell: string | undefined; readonly record: string | undefined };

/** An empty variable counts as not set. */
export function readRunVariables(variables: Variables = process.env): RunVariables {
  return { cell: variables.SIM_CELL || undefined, record: variables.SIM_RECORD || undefined };
}
