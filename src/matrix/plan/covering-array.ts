import { UncoveredPairs } from './uncovered-pairs.ts';

/** Something that varies. The first value is that of the baseline. */
export type Factor = { readonly key: string; readonly values: readonly string[] };

/** Values by the key of their factor: a whole row, or a combination. */
export type Values = Readonly<Record<string, string>>;

/** A value that hides what a factor does, in the rows that contain both: `key` has no effect beside `by=value`. */
export type Mask = { readonly key: string; readonly by: string; readonly value: string };

/** What a covering array must satisfy. */
export type Coverage = {
  readonly factors: readonly Factor[];
  /** Combinations that no row may contain. */
  readonly forbidden: readonly Values[];
  /** Rows that cover their pairs already. A factor that such a row lacks has its first value there. */
  readonly covered?: readonly Values[];
  /** A pair counts as covered only by a row that hides neither of its factors. */
  readonly masks?: readonly Mask[];
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
export function coveringArray({ factors, forbidden, covered = [], masks = [] }: Coverage): readonly Values[] {
  const permits = permitsOf(factors, forbidden);
  const hidden = hiddenPlaces(factors, masks);
  const open = new UncoveredPairs(factors.map(({ values }) => values.length));
  open.keepOnly(({ one, a, other, b }) => {
    const row: Partial = factors.map(() => undefined);
    row[one] = a;
    row[other] = b;
    return permits(row);
  });
  for (const row of covered)
    coverVisible(
      open,
      factors.map(({ key, values }) => indexIn(values, row[key])),
      hidden,
    );
  if (open.size === 0) return [];
  let best: readonly Values[] | undefined;
  for (let seed = 1; seed <= arrays; seed++) {
    const builder = { factors, open: open.copy(), permits, hidden, random: createRandom(seed) };
    const rows = buildArray(builder);
    if (best === undefined || rows.length < best.length) best = rows;
    if (best.length === 1) break;
  }
  return best ?? [];
}

type Builder = {
  readonly factors: readonly Factor[];
  readonly open: UncoveredPairs;
  readonly permits: Permits;
  readonly hidden: readonly HiddenPlace[];
  readonly random: () => number;
};

function buildArray(builder: Builder): readonly Values[] {
  const { factors, open, hidden } = builder;
  const rows: Values[] = [];
  while (open.size > 0) {
    let best: { readonly row: readonly number[]; readonly gain: number } | undefined;
    for (let at = 0; at < tries; at++) {
      const row = buildRow(builder);
      const gain = open.size - coverVisible(open.copy(), row, hidden).size;
      if (best === undefined || gain > best.gain) best = { row, gain };
    }
    if (best === undefined) break;
    // Where no permitted row shows a pair unhidden, a row that contains it has to do.
    if (best.gain === 0) open.cover(best.row);
    else coverVisible(open, best.row, hidden);
    rows.push(valuesOf(factors, best.row));
  }
  return rows;
}

type HiddenPlace = { readonly at: number; readonly by: number; readonly value: number };

function hiddenPlaces(factors: readonly Factor[], masks: readonly Mask[]): readonly HiddenPlace[] {
  const position = (key: string): number => factors.findIndex((factor) => factor.key === key);
  return masks
    .map(({ key, by, value }) => ({
      at: position(key),
      by: position(by),
      value: factors[position(by)]?.values.indexOf(value) ?? -1,
    }))
    .filter(({ at, by, value }) => at >= 0 && by >= 0 && value >= 0);
}

/** Covers the pairs of a row, except those of a hidden factor with others than the one that hides it. */
function coverVisible(
  open: UncoveredPairs,
  row: readonly (number | undefined)[],
  hidden: readonly HiddenPlace[],
): UncoveredPairs {
  const active = hidden.filter(({ by, value }) => row[by] === value);
  const hides = new Set(active.map(({ at }) => at));
  open.cover(hides.size === 0 ? row : row.map((value, at) => (hides.has(at) ? undefined : value)));
  for (const { at, by } of active)
    open.cover(row.map((value, place) => (place === at || place === by ? value : undefined)));
  return open;
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

function buildRow({ factors, open, permits, hidden, random }: Builder): readonly number[] {
  const row: Partial = factors.map(() => undefined);
  const first = open.draw(random);
  if (first !== undefined) {
    row[first.one] = first.a;
    row[first.other] = first.b;
  }
  // The row is built for this pair, so nothing may hide it.
  const hiding = hidden.filter(({ at, by }) => row[at] !== undefined && row[by] === undefined);
  const order = shuffled(
    factors.map((_, at) => at).filter((at) => row[at] === undefined),
    random,
  );
  for (const at of [...hiding.map(({ by }) => by), ...order]) {
    if (row[at] !== undefined) continue;
    const values = shuffled([...(factors[at]?.values.keys() ?? [])], random);
    const hides = (value: number): boolean => hiding.some((one) => one.by === at && one.value === value);
    row[at] = bestValue(
      at,
      values.filter((value) => !hides(value)),
      row,
      { open, permits },
    );
    row[at] ??= bestValue(at, values, row, { open, permits });
  }
  return row.map((value) => value ?? 0);
}

/** Returns the permitted value that covers most pairs with those of the row; the first one of several. */
function bestValue(
  at: number,
  values: readonly number[],
  row: Partial,
  { open, permits }: Pick<Builder, 'open' | 'permits'>,
): number | undefined {
  let best: number | undefined;
  let most = -1;
  for (const value of values) {
    const gain = open.gainOf(at, value, row);
    if (gain <= most) continue;
    const next = [...row];
    next[at] = value;
    if (permits(next)) [best, most] = [value, gain];
  }
  return best;
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
