import { type FlatField, FlatObjects } from '../../../json/flat-objects.ts';
import { matches, readInteger } from '../../../json/json-bytes.ts';
import { isInt64 } from '../../../order-id.ts';
import { readDateTime } from '../../../text/date-time.ts';
import type { OrderPacker } from '../../orders/memory/packed-orders.ts';
import { isUtcSeconds, type OrderStatus, orderStatuses } from '../../orders/order.ts';
import { unknownStatus } from '../unknown-status.ts';

/** The fields of an order in the sequence of `orderText`, then those that no response has. */
const fields: readonly FlatField[] = [
  { name: 'id', kind: 'integer' },
  { name: 'petId', kind: 'integer' },
  { name: 'quantity', kind: 'integer' },
  { name: 'shipDate', kind: 'string' },
  { name: 'complete', kind: 'boolean' },
  { name: 'status', kind: 'string' },
  { name: 'repeatsId', kind: 'boolean' },
];
const [id, petId, shipDate, status, repeatsId] = [0, 1, 3, 5, 6] as const;
const letterT = 0x74;
const labels = fields.map(({ name }) => Buffer.from(`"${name}":`));
const statuses: readonly (OrderStatus | typeof unknownStatus)[] = [...orderStatuses, unknownStatus];
const statusTexts = statuses.map((one) => Buffer.from(`"${one}"`));
const [open, between, close, empty] = ['{', ',', '}', '{}'].map((text) => Buffer.from(text)) as Four;
type Four = [Buffer, Buffer, Buffer, Buffer];

/** Reads the orders of a JSON scenario that have no `ships` and are written plainly, and packs them as text. */
export class PlainOrders {
  readonly #bytes: Buffer;
  readonly #objects = new FlatObjects(fields);

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#objects.use(bytes);
  }

  /** Reads the order at an offset. Returns its end, or -1 if it is not plain, not valid or not there as a whole. */
  read(start: number): number {
    const end = this.#objects.read(start);
    if (end < 0 || !this.#isInt64(id) || !this.#isInt64(petId)) return -1;
    if (this.#has(shipDate) && readDateTime(this.#shipDate()).kind === 'malformed') return -1;
    return this.#has(status) && this.#status() < 0 ? -1 : end;
  }

  /** Whether the status of the order that was read last is unknown. */
  get isUnknown(): boolean {
    return statuses[this.#status()] === unknownStatus;
  }

  /**
   * Packs the order that was read last, as pending if its status is unknown. Throws a RangeError if its id is
   * taken, or should be and is not.
   */
  addTo(packer: OrderPacker): void {
    const { begins, ends } = this.#objects;
    let before = open;
    for (let field = 0; field < status; field += 1) {
      if (!this.#has(field)) continue;
      packer.write(before);
      packer.write(labels[field] ?? open);
      packer.write(this.#bytes, begins[field], ends[field]);
      before = between;
    }
    packer.write(before === open ? empty : close);
    const utcSeconds = !this.#has(shipDate) || isUtcSeconds(this.#shipDate());
    packer.endOrder(this.#newId(packer), orderStatuses[this.#status()] ?? 'pending', utcSeconds);
  }

  /** The id by which the order is found: none if it repeats the id of an earlier order. */
  #newId(packer: OrderPacker): bigint | undefined {
    const given = this.#has(id) ? BigInt(this.#integer(id)) : undefined;
    if (!this.#has(repeatsId) || this.#bytes[this.#objects.begins[repeatsId] ?? 0] !== letterT) return given;
    if (given === undefined || !packer.has(given))
      throw new RangeError(`no earlier order has the id ${given}`);
    return undefined;
  }

  #has(field: number): boolean {
    return (this.#objects.fields & (1 << field)) !== 0;
  }

  #isInt64(field: number): boolean {
    return !this.#has(field) || isInt64(BigInt(this.#integer(field)));
  }

  #integer(field: number): number | bigint {
    const { begins, ends } = this.#objects;
    return readInteger(this.#bytes, begins[field] ?? 0, ends[field] ?? 0);
  }

  #shipDate(): string {
    const { begins, ends } = this.#objects;
    return this.#bytes.toString('latin1', (begins[shipDate] ?? 0) + 1, (ends[shipDate] ?? 0) - 1);
  }

  #status(): number {
    if (!this.#has(status)) return -1;
    return statusTexts.findIndex((text) => matches(text, this.#bytes, this.#objects.begins[status] ?? 0));
  }
}
