import type { Steps } from './in-slices.ts';

type Compare<T> = (one: T, other: T) => number;

const runLength = 256;

/** Sorts like `toSorted`, stably, in steps. */
export function* sortSteps<T>(items: readonly T[], compare: Compare<T>): Steps<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += runLength) {
    runs.push(items.slice(at, at + runLength).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(one: readonly T[], other: readonly T[], compare: Compare<T>): Steps<readonly T[]> {
  const merged: T[] = [];
  let [first, second] = [0, 0];
  while (first < one.length && second < other.length) {
    const isFirst = compare(one[first] as T, other[second] as T) <= 0;
    merged.push((isFirst ? one[first++] : other[second++]) as T);
    if (merged.length % (2 * runLength) === 0) yield;
  }
  yield;
  return merged.concat(one.slice(first), other.slice(second));
}
