import { isPlainDateTime, plainLength } from './date-time.ts';
import { digit } from './json-bytes.ts';
import { type Name, names } from './order-names.ts';

const nowhere = -1;
const quote = 0x22;
const minus = 0x2d;
const most = Object.keys(names).length;
// So many digits fit in a double, whatever they are.
const safeDouble = 15;

/** What a value has to be, and what is kept of it. */
const kinds = new Map<Name, number>([
  [names.id, 1],
  [names.petId, 0],
  [names.quantity, 0],
  [names.shipDate, 2],
  [names.complete, 3],
]);

/**
 * How an order is written, without its values: the next one is written alike as a rule, and then no name and no mark of
 * it has to be read again, but only compared, four bytes at a time.
 */
export class OrderPattern {
  /** The id that was read last. */
  id = 0;
  // What stands before each value, and after the last: where it stood in the order that gave the pattern.
  readonly #starts = new Int32Array(most + 1);
  readonly #ends = new Int32Array(most + 1);
  readonly #kinds = new Int32Array(most);
  readonly #bytes: Buffer;
  readonly #view: DataView;
  #values = 0;
  #count = 0;
  #end = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Takes the order at `start` for a new pattern; there is none until `finish`. */
  begin(start: number): void {
    this.#values = 0;
    this.#count = 0;
    this.#end = start;
  }

  /** Adds its next value. */
  add(name: Name, start: number, end: number): void {
    this.#kinds[this.#count] = kinds.get(name) ?? 0;
    this.#between(start);
    this.#count += 1;
    this.#end = end;
  }

  /** The order ended here: the pattern is whole. */
  finish(end: number): void {
    this.#between(end);
    this.#values = this.#count;
  }

  /**
   * Reads the order at `start`, if it is that of the pattern but for its values, and these are plain: an integer of few
   * digits, a date-time in whole seconds of UTC. Tells where it ends, else -1.
   */
  read(start: number): number {
    // In one piece and with few calls: a call for each value would take longer than reading it.
    const view = this.#view;
    const starts = this.#starts;
    const ends = this.#ends;
    const count = this.#values;
    let at = count === 0 ? nowhere : start;
    for (let index = 0; at !== nowhere; index += 1) {
      let next = starts[index] ?? 0;
      const end = ends[index] ?? 0;
      const shift = at - next;
      if (end + shift > view.byteLength) return nowhere;
      for (; next + 4 <= end; next += 4)
        if (view.getInt32(next + shift) !== view.getInt32(next)) return nowhere;
      for (; next < end; next += 1) if (view.getInt8(next + shift) !== view.getInt8(next)) return nowhere;
      if (index === count) return end + shift;
      at = this.#value(this.#kinds[index] ?? 0, end + shift);
    }
    return nowhere;
  }

  #value(kind: number, start: number): number {
    if (kind === 2) return this.#shipDate(start);
    if (kind === 3) return this.#boolean(start);
    const bytes = this.#bytes;
    const first = bytes[start] === minus ? start + 1 : start;
    let value = 0;
    let at = first;
    for (let next = digit(bytes, at); next <= 9; next = digit(bytes, at)) {
      value = value * 10 + next;
      at += 1;
    }
    const digits = at - first;
    if (digits === 0 || digits > safeDouble || (digits > 1 && bytes[first] === 0x30)) return nowhere;
    if (kind === 1) this.id = first > start ? -value : value;
    return at;
  }

  #between(next: number): void {
    this.#starts[this.#count] = this.#end;
    this.#ends[this.#count] = next;
  }

  #shipDate(at: number): number {
    const bytes = this.#bytes;
    const plain =
      bytes[at] === quote && isPlainDateTime(bytes, at + 1) && bytes[at + 1 + plainLength] === quote;
    return plain ? at + plainLength + 2 : nowhere;
  }

  #boolean(at: number): number {
    const view = this.#view;
    if (at + 5 > view.byteLength) return nowhere;
    const word = view.getInt32(at);
    if (word === 0x74727565) return at + 4;
    return word === 0x66616c73 && view.getInt8(at + 4) === 0x65 ? at + 5 : nowhere;
  }
}
