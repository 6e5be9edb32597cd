const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const maxMs = 365 * 86_400_000;

/** The milliseconds of a duration like `500ms`, `30s`, `5m`, `2h` or `1d`; undefined for any other text or over 365d. */
export function readDuration(text: string): number | undefined {
  const found = /^(0|[1-9][0-9]{0,11})(ms|s|m|h|d)$/.exec(text);
  const ms = found === null ? Number.NaN : Number(found[1]) * (unitMs[found[2] ?? ''] ?? Number.NaN);
  return ms <= maxMs ? ms : undefined;
}

/** Formats milliseconds as a duration in the largest unit that keeps it a whole number. */
export function formatDuration(ms: number): string {
  const fitting = Object.entries(unitMs).findLast(([, size]) => ms >= size && ms % size === 0);
  return fitting === undefined ? `${ms}ms` : `${ms / fitting[1]}${fitting[0]}`;
}
