/**
 * Returns the time after which a run counts as hung, unless the user gives one: ten times that of a run of the baseline, 15 seconds
 * at least. Until one of these has passed, it is ten minutes.
 */
export function timeLimitMs(baselineMs: number | undefined): number {
  return baselineMs === undefined ? 600_000 : Math.max(15_000, 10 * baselineMs);
}
