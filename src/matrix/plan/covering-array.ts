import { UncoveredPairs } from './uncovered-pairs.ts';

/** Something that varies. The first value is that of the baseline. */
export type Factor = { readonly key: string; readonly values: readonly string[] };

/** Values by the key of their factor: a whole row, or a combination. */
export type Values = Readonly<Record<string, string>>;

/** What a covering array must satisfy. */
export type Coverage = {
  readonly factors: readonly Factor[];
  /** Combinations that no row may contain. */
  readonly forbidden: readonly Values[];
  /** Rows that cover their pairs already. A factor that such a row lacks has its first value there. */
  readonly covered?: readonly Values[];
};

/** How many rows are tried for each row that is kept. */
const tries = 6;

/** How many arrays are built; the smallest one is kept. A greedy array varies by two or three rows. */
const arrays = 12;

/**
 * Returns rows that together contain every pair of values of two factors, except pairs that are covered already and pairs
 * that no permitted row can contain. The same input gives the same rows. The algorithm is greedy (AETG): each row is the best
 * of some that each take, factor by factor, the value that covers most. A value that covers nothing more is drawn, so that
 * what one value hides in a row is seen in another.
 */
export function coveringArray({ factors, forbidden, covered = [] }: Coverage): readonly Values[] {
  const permits = permitsOf(factors, forbidden);
  const open = new UncoveredPairs(factors.map(({ values }) => values.length));
  open.keepOnly(({ one, a, other, b }) => {
    const row: Partial = factors.map(() => undefined);
    row[one] = a;
    row[other] = b;
    return permits(row);
  });
  for (const row of covered) open.cover(factors.map(({ key, values }) => indexIn(values, row[key])));
  if (open.size === 0) return [];
  let best: readonly Values[] | undefined;
  for (let seed = 1; seed <= arrays; seed++) {
    const rows = buildArray(factors, open.copy(), permits, createRandom(seed));
    if (best === undefined || rows.length < best.length) best = rows;
    if (best.length === 1) break;
  }
  return best ?? [];
}

function buildArray(
  factors: readonly Factor[],
  open: UncoveredPairs,
  permits: Permits,
  random: () => number,
): readonly Values[] {
  const rows: Values[] = [];
  while (open.size > 0) {
    let best: { readonly row: readonly number[]; readonly gain: number } | undefined;
    for (let at = 0; at < tries; at++) {
      const row = buildRow(factors, open, permits, random);
      const gain = open.gain(row);
      if (best === undefined || gain > best.gain) best = { row, gain };
    }
    if (best === undefined || best.gain === 0) throw new Error('a row covers no new pair');
    open.cover(best.row);
    rows.push(valuesOf(factors, best.row));
  }
  return rows;
}

/** A factor that a row lacks has its first value; a value that does not vary here covers nothing. */
function indexIn(values: readonly string[], value: string | undefined): number | undefined {
  if (value === undefined) return 0;
  const at = values.indexOf(value);
  return at < 0 ? undefined : at;
}

/** A row in progress: an index of a value for each factor, or undefined. */
type Partial = (number | undefined)[];
type Permits = (row: Partial) => boolean;

function valuesOf(factors: readonly Factor[], row: readonly number[]): Values {
  return Object.fromEntries(factors.map(({ key, values }, at) => [key, values[row[at] ?? 0] ?? '']));
}

function buildRow(
  factors: readonly Factor[],
  open: UncoveredPairs,
  permits: Permits,
  random: () => number,
): readonly number[] {
  const row: Partial = factors.map(() => undefined);
  const first = open.draw(random);
  if (first !== undefined) {
    row[first.one] = first.a;
    row[first.other] = first.b;
  }
  const rest = shuffled(
    factors.map((_, at) => at).filter((at) => row[at] === undefined),
    random,
  );
  for (const at of rest) {
    let best: number | undefined;
    let most = -1;
    for (const value of shuffled([...(factors[at]?.values.keys() ?? [])], random)) {
      const gain = open.gainOf(at, value, row);
      if (gain <= most) continue;
      row[at] = value;
      if (permits(row)) [best, most] = [value, gain];
    }
    row[at] = best;
  }
  return row.map((value) => value ?? 0);
}

/** Returns whether a row can be completed without a forbidden combination. */
function permitsOf(factors: readonly Factor[], forbidden: readonly Values[]): Permits {
  const position = new Map(factors.map(({ key }, at) => [key, at]));
  const combinations = forbidden.flatMap((values) => {
    const pairs = Object.entries(values).map(([key, value]) => {
      const at = position.get(key);
      return at === undefined ? undefined : { at, value: factors[at]?.values.indexOf(value) ?? -1 };
    });
    const all = pairs.filter((pair) => pair !== undefined);
    // A combination with a factor or a value that does not vary here cannot occur.
    return all.length > 0 && all.length === pairs.length && all.every(({ value }) => value >= 0) ? [all] : [];
  });
  const permits = (row: Partial): boolean => {
    for (const combination of combinations) {
      if (combination.some(({ at, value }) => row[at] !== undefined && row[at] !== value)) continue;
      const free = combination.find(({ at }) => row[at] === undefined);
      if (free === undefined) return false;
      const values = [...(factors[free.at]?.values.keys() ?? [])];
      return values.some((value) => {
        const next = [...row];
        next[free.at] = value;
        return permits(next);
      });
    }
    return true;
  };
  return permits;
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [items[at] as Item, items[other] as Item];
    items[at] = two;
    items[other] = one;
  }
  return items;
}

/** A small generator of pseudo-random fractions (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
