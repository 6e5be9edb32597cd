/** A pair of values: those at index `a` of factor `one` and at index `b` of factor `other`. */
export type ValuePair = {
  readonly one: number;
  readonly a: number;
  readonly other: number;
  readonly b: number;
};

/** The pairs of values that a covering array still has to contain, as a symmetric table of bytes. */
export class UncoveredPairs {
  readonly #sizes: readonly number[];
  /** For each factor, the number of values before it. */
  readonly #first: readonly number[];
  readonly #total: number;
  readonly #open: Uint8Array<ArrayBuffer>;
  #size = 0;

  /** @param sizes how many values each factor has */
  constructor(sizes: readonly number[], from?: UncoveredPairs) {
    let total = 0;
    this.#first = sizes.map((size) => {
      total += size;
      return total - size;
    });
    this.#sizes = sizes;
    this.#total = total;
    this.#open = from === undefined ? new Uint8Array(total * total) : from.#open.slice();
    if (from === undefined) for (const pair of this.#all()) this.#set(pair, 1);
    else this.#size = from.#size;
  }

  /** How many pairs there are. */
  get size(): number {
    return this.#size;
  }

  copy(): UncoveredPairs {
    return new UncoveredPairs(this.#sizes, this);
  }

  /** Leaves out the pairs that no row can contain. */
  keepOnly(isPossible: (pair: ValuePair) => boolean): void {
    for (const pair of this.#all()) if (!isPossible(pair)) this.#set(pair, 0);
  }

  /** Leaves out the pairs of a row: the index of a value for each factor, or undefined for a value that does not vary. */
  cover(row: readonly (number | undefined)[]): void {
    for (let one = 0; one < row.length; one++)
      for (let other = one + 1; other < row.length; other++) {
        const [a, b] = [row[one], row[other]];
        if (a !== undefined && b !== undefined) this.#set({ one, a, other, b }, 0);
      }
  }

  /** How many pairs the value of a factor would cover with those that a row has. */
  gainOf(at: number, value: number, row: readonly (number | undefined)[]): number {
    const start = ((this.#first[at] ?? 0) + value) * this.#total;
    let gain = 0;
    for (let other = 0; other < row.length; other++) {
      const b = row[other];
      if (b !== undefined && other !== at) gain += this.#open[start + (this.#first[other] ?? 0) + b] ?? 0;
    }
    return gain;
  }

  draw(random: () => number): ValuePair | undefined {
    let left = Math.floor(random() * this.#size);
    for (const pair of this.#all()) {
      if (this.#open[this.#place(pair)] === 1 && left-- === 0) return pair;
    }
    return undefined;
  }

  *#all(): Generator<ValuePair> {
    for (let one = 0; one < this.#sizes.length; one++)
      for (let other = one + 1; other < this.#sizes.length; other++)
        for (let a = 0; a < (this.#sizes[one] ?? 0); a++)
          for (let b = 0; b < (this.#sizes[other] ?? 0); b++) yield { one, a, other, b };
  }

  #place({ one, a, other, b }: ValuePair): number {
    return ((this.#first[one] ?? 0) + a) * this.#total + (this.#first[other] ?? 0) + b;
  }

  #set(pair: ValuePair, value: 0 | 1): void {
    const place = this.#place(pair);
    this.#size += value - (this.#open[place] ?? 0);
    this.#open[place] = value;
    this.#open[this.#place({ one: pair.other, a: pair.b, other: pair.one, b: pair.a })] = value;
  }
}
