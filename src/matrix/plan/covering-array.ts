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
export function coveringArray(coverage: Coverage): readonly Values[] {
  const { factors, covered = [] } = coverage;
  const space = spaceOf(coverage);
  const open = openPairs(space);
  for (const row of covered) {
    const values = factors.map(({ key, values: [first = ''] }) => space.find(key, row[key] ?? first));
    for (const pair of space.pairsIn(values)) open.delete(pair);
  }
  if (open.size === 0) return [];
  let best: readonly Row[] | undefined;
  for (let seed = 1; seed <= arrays; seed++) {
    const rows = buildArray(space, new Map(open), createRandom(seed));
    if (best === undefined || rows.length < best.length) best = rows;
    if (best.length === 1) break;
  }
  return (best ?? []).map((row) =>
    Object.fromEntries(factors.map(({ key }, at) => [key, row[at]?.text ?? ''])),
  );
}

/** A value of the factor `at`. The values of all factors are numbered together. */
type Value = { readonly at: number; readonly number: number; readonly text: string };

/** A row in progress: a value for each factor, or undefined. */
type Row = readonly (Value | undefined)[];

/** The pairs that no row contains yet, by their keys. */
type OpenPairs = Map<number, readonly Value[]>;

type Space = ReturnType<typeof spaceOf>;

/** What rows consist of, and what they may contain. */
function spaceOf({ factors, forbidden, masks = [] }: Coverage) {
  const byName = new Map<string, Value>();
  const columns = factors.map(({ key, values }, at) =>
    values.map((text): Value => {
      const value = { at, number: byName.size, text };
      byName.set(`${key}=${text}`, value);
      return value;
    }),
  );
  const find = (key: string, text: string): Value | undefined => byName.get(`${key}=${text}`);
  const hidden = masks.flatMap(({ key, by: other, value }) => {
    const [at, by] = [factors.findIndex((factor) => factor.key === key), find(other, value)];
    return at < 0 || by === undefined ? [] : [{ at, by }];
  });
  // A combination with a factor or a value that does not vary here cannot occur.
  const combinations = forbidden.flatMap((values) => {
    const entries = Object.entries(values);
    const all = entries.map(([key, text]) => find(key, text)).filter((value) => value !== undefined);
    return all.length === 0 || all.length < entries.length ? [] : [all];
  });
  /** Whether a row can be completed without a forbidden combination. */
  const permits = (row: Row): boolean => {
    for (const combination of combinations) {
      if (combination.some((value) => (row[value.at] ?? value) !== value)) continue;
      const free = combination.find(({ at }) => row[at] === undefined);
      if (free === undefined) return false;
      return (columns[free.at] ?? []).some((value) => permits(row.with(free.at, value)));
    }
    return true;
  };
  const keyOf = (one: Value, other: Value): number =>
    Math.min(one.number, other.number) * byName.size + Math.max(one.number, other.number);
  /** Returns the pairs of a row, except those of a hidden factor with others than the one that hides it. */
  const pairsIn = (row: Row, hiding = hidden): readonly number[] => {
    const active = hiding.filter(({ by }) => row[by.at] === by);
    const shown = row.flatMap((value, at) => (active.some((one) => one.at === at) ? [] : (value ?? [])));
    return [
      ...shown.flatMap((one, at) => shown.slice(at + 1).map((other) => keyOf(one, other))),
      ...active.flatMap(({ at, by }) => {
        const value = row[at];
        return value === undefined ? [] : [keyOf(value, by)];
      }),
    ];
  };
  return { columns, find, hidden, permits, keyOf, pairsIn };
}

/** Returns the pairs that a permitted row can contain. */
function openPairs({ columns, permits, keyOf }: Space): OpenPairs {
  const open: OpenPairs = new Map();
  for (const [at, column] of columns.entries())
    for (const other of columns.slice(at + 1))
      for (const one of column)
        for (const two of other) {
          const row: Row = columns.map(() => undefined);
          if (permits(row.with(one.at, one).with(two.at, two))) open.set(keyOf(one, two), [one, two]);
        }
  return open;
}

function buildArray(space: Space, open: OpenPairs, random: () => number): readonly Row[] {
  const rows: Row[] = [];
  while (open.size > 0) {
    let best: { readonly row: Row; readonly pairs: readonly number[] } = { row: [], pairs: [] };
    for (let at = 0; at < tries; at++) {
      const row = buildRow(space, open, random);
      const pairs = space.pairsIn(row).filter((pair) => open.has(pair));
      if (at === 0 || pairs.length > best.pairs.length) best = { row, pairs };
    }
    // Where no permitted row shows a pair unhidden, a row that contains it has to do.
    const pairs = best.pairs.length > 0 ? best.pairs : space.pairsIn(best.row, []);
    for (const pair of pairs) open.delete(pair);
    rows.push(best.row);
  }
  return rows;
}

function buildRow(space: Space, open: OpenPairs, random: () => number): Row {
  const { columns, hidden } = space;
  const pair = [...open.values()][Math.floor(random() * open.size)] ?? [];
  let row: Row = columns.map((_, at) => pair.find((value) => value.at === at));
  // The row is built for this pair, so nothing may hide it.
  const hiding = hidden.filter(({ at, by }) => row[at] !== undefined && row[by.at] === undefined);
  const places = shuffled(
    [...columns.keys()].filter((at) => row[at] === undefined),
    random,
  );
  for (const at of [...hiding.map(({ by }) => by.at), ...places]) {
    if (row[at] !== undefined) continue;
    const values = shuffled([...(columns[at] ?? [])], random);
    const showing = values.filter((value) => !hiding.some(({ by }) => by === value));
    row = row.with(at, bestValue(showing, row, space, open) ?? bestValue(values, row, space, open));
  }
  return row.map((value, at) => value ?? columns[at]?.[0]);
}

/** Returns the permitted value that covers most pairs with those of the row; the first one of several. */
function bestValue(
  values: readonly Value[],
  row: Row,
  { permits, keyOf }: Space,
  open: OpenPairs,
): Value | undefined {
  let best: Value | undefined;
  let most = -1;
  for (const value of values) {
    const gain = row.filter((other) => other !== undefined && open.has(keyOf(value, other))).length;
    if (gain > most && permits(row.with(value.at, value))) [best, most] = [value, gain];
  }
  return best;
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
