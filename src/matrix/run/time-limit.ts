/** When a run counts as hung: after `timeoutMs`, or after `quietMs` without a request. */
export type TimeLimit = { readonly timeoutMs: number; readonly quietMs: number };

const longestMs = 600_000;

/**
 * Returns the limit of a run, unless the user gives a time: ten times that of a run of the baseline without a request, 15 seconds
 * at least. Whole runs are no measure: after a fault, each test may wait until its client gives up.
 */
export function timeLimit(givenMs: number | undefined, baselineMs: number | undefined): TimeLimit {
  const timeoutMs = givenMs ?? longestMs;
  const quietMs = givenMs ?? (baselineMs === undefined ? longestMs : Math.max(15_000, 10 * baselineMs));
  return { timeoutMs, quietMs };
}
