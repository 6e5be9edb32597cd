const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export const longestDuration = '365d';
const maxMs = 365 * 86_400_000;

/** The pattern of a duration in a JSON Schema and in `openapi/control.yaml`. */
export const durationPattern = '^(?:0|[1-9][0-9]{0,11})(?:ms|s|m|h|d)$';

/** The milliseconds of a duration like `500ms`, `30s`, `5m`, `2h` or `1d`; undefined for any other text or over 365d. */
export function readDuration(text: string): number | undefined {
  const unit = new RegExp(durationPattern).test(text) ? text.replace(/^[0-9]+/, '') : '';
  const ms = Number.parseInt(text, 10) * (unitMs[unit] ?? Number.NaN);
  return ms <= maxMs ? ms : undefined;
}

/** Formats milliseconds as a duration in the largest unit that keeps it a whole number. */
export function formatDuration(ms: number): string {
  const fitting = Object.entries(unitMs).findLast(([, size]) => ms >= size && ms % size === 0);
  return fitting === undefined ? `${ms}ms` : `${ms / fitting[1]}${fitting[0]}`;
}

/** Describes the durations from `shortest` to `longest` milliseconds, for a problem. */
export function describeDurations(shortest: number, longest: number): string {
  const range = [`at most ${formatDuration(longest)}`];
  if (shortest > 0) range.unshift(`at least ${formatDuration(shortest)}`);
  return `a duration like 500ms, 30s, 5m, 2h or 1d, ${range.join(' and ')}`;
}
