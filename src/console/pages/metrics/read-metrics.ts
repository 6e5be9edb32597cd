/** A value of the text format of Prometheus. */
export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** Reads the text format of Prometheus. Lines that are no samples are left out. */
export function readMetrics(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, labels: readLabels(labels), value: Number(value) }];
  });
}

function readLabels(text: string): Sample['labels'] {
  return Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

/** Adds up the samples of a name, for each value of a label. */
export function sumBy(samples: readonly Sample[], name: string, label: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { labels, value } of samples.filter((sample) => sample.name === name)) {
    const key = labels[label] ?? '';
    sums.set(key, (sums.get(key) ?? 0) + value);
  }
  return sums;
}

export function sumOf(samples: readonly Sample[], name: string): number {
  return samples.reduce((sum, sample) => (sample.name === name ? sum + sample.value : sum), 0);
}

const duration = 'store_orders_sim_request_duration_seconds_bucket';

/**
 * The upper bound, in seconds, of the bucket that contains a quantile of the requests between two readings. Undefined if
 * there was no request.
 */
export function quantile(
  before: readonly Sample[],
  after: readonly Sample[],
  share: number,
): number | undefined {
  const [old, now] = [sumBy(before, duration, 'le'), sumBy(after, duration, 'le')];
  const counts = [...now].map(
    ([le, count]) => [Number(le.replace('+Inf', 'Infinity')), count - (old.get(le) ?? 0)] as const,
  );
  const all = Math.max(0, ...counts.map(([, count]) => count));
  if (all === 0) return undefined;
  return Math.min(...counts.filter(([, count]) => count >= all * share).map(([le]) => le));
}
