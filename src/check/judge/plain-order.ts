import { type DateTimeForm, dateTimeForm, isDateTime, isPlainDateTime, plainLength } from './date-time.ts';
import { afterSpace, digit } from './json-bytes.ts';
import { fieldBits, type OrderField } from './order-fields.ts';

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const colon = 0x3a;
const opening = 0x7b;
const closing = 0x7d;
const nowhere = -1;
// So many digits fit in 64 bits and so many in a double, whatever they are.
const safeInt64 = 18;
const safeDouble = 15;
// No date-time that is written plainly is longer.
const longestDateTime = 40;

/**
 * An order read the fast way, out of its bytes: one that keeps every rule and is written as programs write it. Nearly
 * every order of a long list is one, and reading it so takes a small part of the time that the strict reader takes. What
 * comes of both is the same.
 */
export class PlainOrder {
  /** The set of its fields. */
  fields = 0;
  /** A number where every digit fits in one. */
  id: number | bigint = 0;
  dateForm: DateTimeForm = 'utc-seconds';

  /**
   * Reads the order whose brace stands at `start`, and tells where it ends: `fields` are valid then, and those that they
   * name. Where it is anything but plain, -1: nothing is known, and the strict reader has to look.
   */
  read(bytes: Buffer, start: number): number {
    this.fields = 0;
    if (bytes[start] !== opening) return nowhere;
    let at = afterSpace(bytes, start + 1);
    if (bytes[at] === closing) return at + 1;
    for (;;) {
      at = this.#member(bytes, at);
      if (at === nowhere) return nowhere;
      at = afterSpace(bytes, at);
      if (bytes[at] === closing) return at + 1;
      if (bytes[at] !== comma) return nowhere;
      at = afterSpace(bytes, at + 1);
    }
  }

  /** Reads a member up to its end; a second one of the same name is not plain. */
  #member(bytes: Buffer, start: number): number {
    const name = nameAt(bytes, start);
    if (name === undefined || (this.fields & name.bit) !== 0) return nowhere;
    this.fields |= name.bit;
    const at = valueAfter(bytes, start, name);
    if (at === nowhere) return nowhere;
    if (name === names.shipDate) return this.#shipDate(bytes, at);
    if (name === names.complete) return endOfBoolean(bytes, at);
    const end = endOfInteger(bytes, at);
    if (name === names.id && end !== nowhere) this.id = integerOf(bytes, at, end);
    return end;
  }

  #shipDate(bytes: Buffer, start: number): number {
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

/** A name of a field with the quotation marks around it. */
type Name = { readonly bit: number; readonly written: Uint8Array };

function named(name: OrderField['name']): Name {
  return { bit: fieldBits[name], written: Buffer.from(`"${name}"`) };
}

const names = {
  id: named('id'),
  petId: named('petId'),
  quantity: named('quantity'),
  shipDate: named('shipDate'),
  complete: named('complete'),
};

// Their first letters tell the fields apart.
const byLetter: readonly (Name | undefined)[] = Array.from({ length: 128 }, (_, letter) =>
  Object.values(names).find(({ written }) => written[1] === letter),
);

/** The documented field whose name seems to stand at `at`: its first letter does. */
function nameAt(bytes: Buffer, at: number): Name | undefined {
  return byLetter[bytes[at + 1] ?? 0];
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
