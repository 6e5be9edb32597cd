import { readDateTime } from '../../shared/date-time.ts';
import { findText, passInteger, passPlainString, passSpace, readInteger } from '../../shared/json-bytes.ts';
import type { OrderPacker } from '../orders/memory/packed-orders.ts';
import { isUtcSeconds, type OrderStatus, orderStatuses } from '../orders/order.ts';
import { isInt64 } from '../orders/order-id.ts';

/** The fields of a plain order: those that its text has, in that order, and the status. */
const names = ['id', 'petId', 'quantity', 'shipDate', 'complete', 'status'] as const;
const [id, quantity, shipDate, complete, status] = [0, 2, 3, 4, 5] as const;
const keys = names.map((name) => Buffer.from(`"${name}"`));
const labels = names.map((name) => Buffer.from(`"${name}":`));
const booleans = [Buffer.from('true'), Buffer.from('false')];
const statusTexts = orderStatuses.map((one) => Buffer.from(`"${one}"`));

const [openBrace, closeBrace, comma, colon] = [0x7b, 0x7d, 0x2c, 0x3a];
const [open, between, close] = [Buffer.from('{'), Buffer.from(','), Buffer.from('}')];
/** So many characters of an integer are an int64, whatever they are. */
const surelyInt64 = 18;

/**
 * Reads plain orders (see `isPlainOrder`) from the bytes of a JSON file into a packer, without making more of them than
 * their text. An order that is not plain, or not there as a whole, is left to whoever reads the file with care.
 */
export class PlainOrderScan {
  #bytes: Buffer = Buffer.alloc(0);
  #from = 0;
  /** Where the value of each field begins and ends; the end is 0 for one that the order does not have. */
  readonly #begins = new Int32Array(names.length);
  readonly #ends = new Int32Array(names.length);
  /** The last ship date that was found to be one, in its quotes. */
  #date: Buffer = Buffer.alloc(0);
  #utcSeconds = true;

  /** Reads the order at an offset. Choices the offset after it, or -1 where there is no whole plain one. */
  read(bytes: Buffer, from: number): number {
    this.#bytes = bytes;
    this.#from = from;
    this.#ends.fill(0);
    if (bytes[from] !== openBrace) return -1;
    let at = passSpace(bytes, from + 1);
    if (bytes[at] === closeBrace) return at + 1;
    for (;;) {
      at = this.#passField(at);
      if (at < 0) return -1;
      if (bytes[at] === closeBrace) return at + 1;
      if (bytes[at] !== comma) return -1;
      at = passSpace(bytes, at + 1);
    }
  }

  /** Adds the order that was read last, as `orderText` writes it. Throws a RangeError where its id is taken. */
  addTo(packer: OrderPacker): void {
    this.#writeTo(packer);
    const utcSeconds = this.#ends[shipDate] === 0 || this.#utcSeconds;
    packer.endOrder({ id: this.#idRead(), status: this.#statusRead(), utcSeconds });
  }

  #writeTo(packer: OrderPacker): void {
    const end = this.#endOfText();
    if (end > 0) packer.write(this.#bytes, this.#from, end);
    else this.#writeFields(packer);
    packer.write(close);
  }

  /** Where the shown fields end, if up to there the order is written as `orderText` does; else -1. */
  #endOfText(): number {
    let end = this.#from + 1;
    for (let field = 0; field < status; field += 1) {
      if (this.#ends[field] === 0) continue;
      const comma = end === this.#from + 1 ? 0 : 1;
      // No white space and no other field has room between.
      if (this.#begins[field] !== end + comma + (labels[field]?.length ?? 0)) return -1;
      end = this.#ends[field] ?? 0;
    }
    return end;
  }

  /** One by one; there is at least one. */
  #writeFields(packer: OrderPacker): void {
    let before = open;
    for (let field = 0; field < status; field += 1) {
      if (this.#ends[field] === 0) continue;
      packer.write(before);
      packer.write(labels[field] ?? open);
      packer.write(this.#bytes, this.#begins[field], this.#ends[field]);
      before = between;
    }
  }

  /** The offset of what follows a key and its value, or -1. */
  #passField(from: number): number {
    const bytes = this.#bytes;
    const field = findText(bytes, from, keys);
    if (field < 0 || this.#ends[field] !== 0) return -1;
    const afterKey = passSpace(bytes, from + (keys[field]?.length ?? 0));
    if (bytes[afterKey] !== colon) return -1;
    const begin = passSpace(bytes, afterKey + 1);
    const end = this.#passValue(field, begin);
    this.#begins[field] = begin;
    this.#ends[field] = end;
    return end < 0 ? -1 : passSpace(bytes, end);
  }

  #passValue(field: number, from: number): number {
    if (field === shipDate) return this.#passShipDate(from);
    if (field === complete) return this.#passOneOf(booleans, from);
    if (field === status) return this.#passOneOf(statusTexts, from);
    const end = passInteger(this.#bytes, from);
    if (field === quantity || end - from <= surelyInt64) return end;
    return isInt64(readInteger(this.#bytes, from, end)) ? end : -1;
  }

  #passOneOf(texts: readonly Uint8Array[], from: number): number {
    const text = texts[findText(this.#bytes, from, texts)];
    return text === undefined ? -1 : from + text.length;
  }

  #passShipDate(from: number): number {
    const bytes = this.#bytes;
    // Neighbours often have the same one.
    if (this.#date.length > 0 && findText(bytes, from, [this.#date]) === 0) return from + this.#date.length;
    const end = passPlainString(bytes, from);
    const date = end < 0 ? '' : bytes.toString('latin1', from + 1, end - 1);
    if (readDateTime(date).kind === 'malformed') return -1;
    this.#date = Buffer.from(bytes.subarray(from, end));
    this.#utcSeconds = isUtcSeconds(date);
    return end;
  }

  #idRead(): bigint | undefined {
    const [begin, end] = [this.#begins[id] ?? 0, this.#ends[id] ?? 0];
    return end === 0 ? undefined : readInteger(this.#bytes, begin, end);
  }

  #statusRead(): OrderStatus {
    if (this.#ends[status] === 0) return 'pending';
    return orderStatuses[findText(this.#bytes, this.#begins[status] ?? 0, statusTexts)] ?? 'pending';
  }
}
