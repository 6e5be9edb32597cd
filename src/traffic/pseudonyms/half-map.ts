import type { KeyStream } from './key-stream.ts';

/** The 32-bit halves of numbers, each once, in rising order. */
export type Halves = Uint32Array<ArrayBuffer>;

/** How halves are replaced. */
export type HalfRules = {
  /** Where the ranges begin within which a half stays, in rising order; the first is 0. */
  readonly starts: readonly number[];
  /** Whether no half is replaced by one of the halves or by 0. A range without room for that is joined with its neighbour. */
  readonly fresh: boolean;
};

/** A strictly rising replacement of halves. */
export class HalfMap {
  readonly #from: Halves;
  readonly #to: Halves;

  constructor(from: Halves, to: Halves) {
    this.#from = from;
    this.#to = to;
  }

  /** Returns the replacement of one of the halves. */
  of(half: number): number {
    return this.#to[lowerBound(this.#from, half)] ?? 0;
  }
}

const end = 2 ** 32;
const middle = 2 ** 31;

/** Halves `first` to `last - 1` are in the range from `from` to `to - 1`. */
type Range = { from: number; to: number; first: number; last: number };

/** Draws a replacement: in every range, the halves become as many others, in the same order. */
export function drawHalfMap(halves: Halves, rules: HalfRules, random: KeyStream): HalfMap {
  const images: Halves = new Uint32Array(halves.length);
  for (const range of rangesWithRoom(halves, rules)) {
    const { from, to, first, last } = range;
    const taken = rules.fresh ? halves.subarray(first, last) : halves.subarray(0, 0);
    const into = images.subarray(first, last);
    const candidates: Candidates = { from: rules.fresh ? Math.max(from, 1) : from, to, taken };
    if (to - from <= fewPerHalf * into.length) select(into, candidates, random);
    else draw(into, candidates, random);
  }
  return new HalfMap(halves, images);
}

/** With fewer candidates than this for each half, most draws would hit one that is taken. */
const fewPerHalf = 16;

function rangesWithRoom(halves: Halves, { starts, fresh }: HalfRules): readonly Range[] {
  const ranges: Range[] = starts.map((from, at) => {
    const to = starts[at + 1] ?? end;
    return { from, to, first: lowerBound(halves, from), last: lowerBound(halves, to) };
  });
  if (!fresh) return ranges;
  const isFull = ({ from, to, first, last }: Range) => {
    const taken = halves.subarray(first, last);
    const others = to - Math.max(from, 1) - taken.length + (taken[0] === 0 ? 1 : 0);
    return others < taken.length;
  };
  // Small positive numbers become longer, and small negative ones, which have large low halves, as well.
  const joined: Range[] = [];
  for (const range of ranges) {
    const before = joined.at(-1);
    if (before !== undefined && before.from < middle && isFull(before)) join(before, range);
    else joined.push(range);
  }
  for (let at = joined.length - 1; at > 0; at -= 1) {
    const [before, range] = [joined[at - 1], joined[at]];
    if (before === undefined || range === undefined || !isFull(range)) continue;
    join(before, range);
    joined.splice(at, 1);
  }
  return joined;
}

function join(range: Range, next: Range): void {
  range.to = next.to;
  range.last = next.last;
}

/** The numbers from `from` to `to - 1` that are not taken. */
type Candidates = { readonly from: number; readonly to: number; readonly taken: Halves };

/** Selects candidates, each with the same probability, in rising order. */
function select(into: Halves, { from, to, taken }: Candidates, random: KeyStream): void {
  let skipped = lowerBound(taken, from);
  let left = to - from - (taken.length - skipped);
  let count = 0;
  for (let value = from; count < into.length; value += 1) {
    if (taken[skipped] === value) {
      skipped += 1;
      continue;
    }
    if (random.below(left) < into.length - count) {
      into[count] = value;
      count += 1;
    }
    left -= 1;
  }
}

/** Draws candidates, again and again those that were drawn twice or are taken. */
function draw(into: Halves, { from, to, taken }: Candidates, random: KeyStream): void {
  let kept = 0;
  while (kept < into.length) {
    for (let at = kept; at < into.length; at += 1) into[at] = from + random.below(to - from);
    into.sort();
    kept = 0;
    let other = 0;
    let before = -1;
    for (const value of into) {
      while ((taken[other] ?? end) < value) other += 1;
      if (value !== before && taken[other] !== value) into[kept++] = value;
      before = value;
    }
  }
}

/** The index of the first half that is not smaller than a value. */
function lowerBound(halves: Halves, value: number): number {
  let [low, high] = [0, halves.length];
  while (low < high) {
    const at = (low + high) >>> 1;
    if ((halves[at] ?? 0) < value) low = at + 1;
    else high = at;
  }
  return low;
}
