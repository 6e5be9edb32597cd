import { Distinct } from './distinct.ts';
import { drawHalfMap, type HalfMap, type Halves } from './half-map.ts';
import type { KeyStream } from './key-stream.ts';

const topBit = 0x8000_0000;

/** Int64 numbers that are to be replaced, in 8 bytes for each different one. */
export class NumberColumn {
  readonly #numbers = new Distinct((length) => new BigInt64Array(length));

  /** Adds a number. 0 is not replaced: many programs treat it as no number, and it identifies nothing. */
  add(value: bigint): void {
    if (value !== 0n) this.#numbers.add(value);
  }

  /** Whether a number was added. Fast only if none is added in between. */
  has(value: bigint): boolean {
    const numbers = this.#numbers.sorted();
    let [low, high] = [0, numbers.length];
    while (low < high) {
      const at = (low + high) >>> 1;
      if ((numbers[at] ?? 0n) < value) low = at + 1;
      else high = at;
    }
    return numbers[low] === value;
  }

  /** Returns the different low halves (`part` 0) or high halves (1), the latter as `toRow` writes them. */
  halves(part: 0 | 1): Halves {
    const { buffer, byteOffset, length } = this.#numbers.sorted();
    const words = new Uint32Array(buffer, byteOffset, 2 * length);
    const halves = new Uint32Array(length);
    for (let at = 0; at < halves.length; at += 1) {
      const word = words[2 * at + part] ?? 0;
      halves[at] = part === 0 ? word : toRow(word);
    }
    halves.sort();
    let kept = 0;
    for (const half of halves) if (kept === 0 || half !== halves[kept - 1]) halves[kept++] = half;
    return halves.slice(0, kept);
  }
}

/** A high half as an unsigned number in the order of the signed ones. */
function toRow(high: number): number {
  return (high ^ topBit) >>> 0;
}

/**
 * Replaces int64 numbers by others that lead a client through the same code:
 *
 * - equal numbers become equal ones, different numbers different ones, and smaller numbers smaller ones;
 * - two numbers have equal low 32 bits exactly if their replacements do;
 * - a number keeps its sign, its number of digits, and whether a double holds it exactly (`Number.isSafeInteger`);
 * - no number is replaced by any of the numbers, and no low half by any of their low halves;
 * - 0 stays 0.
 *
 * A number is a row (its high 32 bits) and a column (its low 32 bits). Rows and columns are replaced by one strictly rising
 * map each, so the first two laws hold. The third holds because neither map crosses a place where a class of numbers begins:
 * a row in which a class begins stays as it is, and the columns of such a row stay on their side of the place. The fourth
 * holds because no column is replaced by a column of the numbers. Where nearly every number of a few digits is in use, there
 * are not enough others: then the fourth law goes before the third, and a replacement has more digits.
 */
export class NumberMap {
  readonly #rows: HalfMap;
  readonly #columns: HalfMap;
  readonly #number = new BigInt64Array(1);
  readonly #words = new Uint32Array(this.#number.buffer);

  constructor(column: NumberColumn, random: KeyStream) {
    const rows = column.halves(1);
    const starts = classStarts(new Set(rows));
    this.#rows = drawHalfMap(rows, { starts: starts.rows, fresh: false }, random);
    this.#columns = drawHalfMap(column.halves(0), { starts: starts.columns, fresh: true }, random);
  }

  /** Returns the replacement of a number of the column, or of 0. */
  of(value: bigint): bigint {
    if (value === 0n) return value;
    this.#number[0] = value;
    const [low = 0, high = 0] = this.#words;
    this.#words[0] = this.#columns.of(low);
    this.#words[1] = toRow(this.#rows.of(toRow(high)));
    return this.#number[0] ?? 0n;
  }
}

/** The smallest number of each class: of a sign, a number of digits and a side of 2^53. */
const firsts: readonly bigint[] = [
  0n,
  2n ** 53n,
  1n - 2n ** 53n,
  ...Array.from({ length: 18 }, (_, at) => 10n ** BigInt(at + 1)).flatMap((power) => [power, 1n - power]),
];

/** Where the ranges of rows and of columns begin. A class that begins inside a row divides the columns only if the row is used. */
function classStarts(used: ReadonlySet<number>): {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
} {
  const rows = new Set([0]);
  const columns = new Set([0]);
  for (const first of firsts) {
    const row = toRow(Number(BigInt.asUintN(32, first >> 32n)));
    const column = Number(BigInt.asUintN(32, first));
    rows.add(row);
    if (column === 0) continue;
    rows.add(row + 1);
    if (used.has(row)) columns.add(column);
  }
  return { rows: sorted(rows), columns: sorted(columns) };
}

function sorted(numbers: ReadonlySet<number>): readonly number[] {
  return [...numbers].sort((one, other) => one - other);
}
