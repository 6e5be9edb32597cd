import { type DateTimeForm, dateTimeForm, isDateTime, isPlainDateTime, plainLength } from './date-time.ts';
import { afterSpace, digit } from './json-bytes.ts';
import { type Name, nameAt, names } from './order-names.ts';
import { OrderPattern } from './order-pattern.ts';

const nowhere = -1;
const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const colon = 0x3a;
const opening = 0x7b;
const closing = 0x7d;
// So many digits fit in 64 bits and so many in a double, whatever they are.
const safeInt64 = 18;
const safeDouble = 15;
// No date-time that is written plainly is longer.
const longestDateTime = 40;

/**
 * Orders read the fast way, out of the bytes of a list: those that keep every rule and are written as programs write them.
 * Nearly every order of a long list is one, and reading it so takes a small part of the time that the strict reader takes.
 * What comes of both is the same.
 */
export class PlainOrder {
  /** The set of its fields. */
  fields = 0;
  /** A number where every digit fits in one. */
  id: number | bigint = 0;
  dateForm: DateTimeForm = 'utc-seconds';
  readonly #bytes: Buffer;
  readonly #pattern: OrderPattern;

  /** Reads orders of these bytes, one after the other. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#pattern = new OrderPattern(bytes);
  }

  /**
   * Reads the order whose brace stands at `start`, and tells where it ends: `fields` are valid then, and those that they
   * name. Where it is anything but plain, -1: nothing is known, and the strict reader has to look.
   */
  read(start: number): number {
    const pattern = this.#pattern;
    const end = pattern.read(start);
    if (end !== nowhere) {
      this.id = pattern.id;
      this.dateForm = 'utc-seconds';
      return end;
    }
    this.fields = 0;
    pattern.begin(start);
    const other = this.#readAny(start);
    if (other !== nowhere) pattern.finish(other);
    return other;
  }

  #readAny(start: number): number {
    const bytes = this.#bytes;
    if (bytes[start] !== opening) return nowhere;
    let at = afterSpace(bytes, start + 1);
    if (bytes[at] === closing) return at + 1;
    for (;;) {
      at = this.#member(at);
      if (at === nowhere) return nowhere;
      at = afterSpace(bytes, at);
      if (bytes[at] === closing) return at + 1;
      if (bytes[at] !== comma) return nowhere;
      at = afterSpace(bytes, at + 1);
    }
  }

  /** Reads a member up to its end; a second one of the same name is not plain. */
  #member(start: number): number {
    const name = nameAt(this.#bytes, start);
    if (name === undefined || (this.fields & name.bit) !== 0) return nowhere;
    this.fields |= name.bit;
    const at = valueAfter(this.#bytes, start, name);
    const end = at === nowhere ? nowhere : this.#value(name, at);
    if (end !== nowhere) this.#pattern.add(name, at, end);
    return end;
  }

  #value(name: Name | undefined, at: number): number {
    if (name === names.shipDate) return this.#shipDate(at);
    if (name === names.complete) return endOfBoolean(this.#bytes, at);
    const end = endOfInteger(this.#bytes, at);
    if (name === names.id && end !== nowhere) this.id = integerOf(this.#bytes, at, end);
    return end;
  }

  #shipDate(start: number): number {
    const bytes = this.#bytes;
    if (bytes[start] !== quote) return nowhere;
    if (isPlainDateTime(bytes, start + 1) && bytes[start + 1 + plainLength] === quote) {
      this.dateForm = 'utc-seconds';
      return start + plainLength + 2;
    }
    const text = bytes.toString('latin1', start + 1, start + 1 + longestDateTime);
    const length = text.indexOf('"');
    if (length < 0 || !isDateTime(text.slice(0, length))) return nowhere;
    this.dateForm = dateTimeForm(text.slice(0, length));
    return start + length + 2;
  }
}

/** Where the value after the name at `start` begins, if that is the whole name and a colon follows. */
function valueAfter(bytes: Buffer, start: number, { written }: Name): number {
  if (!stands(written, bytes, start)) return nowhere;
  const at = afterSpace(bytes, start + written.length);
  return bytes[at] === colon ? afterSpace(bytes, at + 1) : nowhere;
}

const yes = Buffer.from('true');
const no = Buffer.from('false');

function endOfBoolean(bytes: Buffer, at: number): number {
  const word = bytes[at] === yes[0] ? yes : no;
  return stands(word, bytes, at) ? at + word.length : nowhere;
}

function stands(word: Uint8Array, bytes: Buffer, at: number): boolean {
  for (let index = 0; index < word.length; index += 1) if (bytes[at + index] !== word[index]) return false;
  return true;
}

/** The end of an integer without fraction and exponent, which 64 bits hold whatever its digits are. */
function endOfInteger(bytes: Buffer, start: number): number {
  const first = bytes[start] === minus ? start + 1 : start;
  let end = first;
  while (digit(bytes, end) <= 9) end += 1;
  const digits = end - first;
  const leadingZero = digits > 1 && bytes[first] === 0x30;
  return digits === 0 || digits > safeInt64 || leadingZero ? nowhere : end;
}

function integerOf(bytes: Buffer, start: number, end: number): number | bigint {
  if (end - start > safeDouble) return BigInt(bytes.toString('latin1', start, end));
  const negative = bytes[start] === minus;
  let value = 0;
  for (let at = negative ? start + 1 : start; at < end; at += 1) value = value * 10 + digit(bytes, at);
  return negative ? -value : value;
}
