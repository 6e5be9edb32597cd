/** Returns a number with its noun: `1 finding`, `2 findings`. */
export function count(amount: number | bigint, noun: string): string {
  return `${amount} ${noun}${amount === 1 || amount === 1n ? '' : 's'}`;
}

/** Returns `… and 2 findings more` if only `shown` of `total` are shown. */
export function andMore(total: number, shown: number, noun: string): readonly string[] {
  return total > shown ? [`… and ${count(total - shown, noun)} more`] : [];
}

/** Returns a span of time: `340 ms`, `1.2 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
