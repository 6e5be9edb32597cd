import type { CapturedOrder } from '../capture/captured-order.ts';
import { DateColumn, type DateShift } from './date-shift.ts';
import type { KeyStream } from './key-stream.ts';
import { NumberColumn, NumberMap } from './number-map.ts';

/** The fields that are changed unless the user keeps them. */
export const changedFields = ['id', 'petId', 'shipDate'] as const;

/** A field that the user can keep. */
export type ChangedField = (typeof changedFields)[number];

/** From this number on, a quantity could be an identifier in the wrong field, and a number in a text most likely is one. */
const largeQuantity = 1_000_000n;

/** Whether a number is too large to be a quantity. */
export function isLarge(value: bigint): boolean {
  return value >= largeQuantity || value <= -largeQuantity;
}

/** What the values of all files of one run become; see `NumberMap` and `DateShift` for what stays. */
export type Replacement = {
  readonly keeps: ReadonlySet<ChangedField>;
  readonly order: (order: CapturedOrder) => CapturedOrder;
  /** Returns what a number becomes, or undefined if it was not added. */
  readonly number: (value: bigint) => bigint | undefined;
  /** Whether a number is an id that stays. */
  readonly isKept: (value: bigint) => boolean;
  readonly dates: DateShift;
  /** Draws more, for what has no map. It is never written. */
  readonly key: Buffer;
};

/** Collects the values that are to be changed, because what they become depends on all of them. */
export class Anonymiser {
  readonly keeps: ReadonlySet<ChangedField>;
  readonly #numbers = new NumberColumn();
  readonly #kept = new NumberColumn();
  readonly #dates = new DateColumn();

  constructor(keep: readonly ChangedField[]) {
    this.keeps = new Set(keep);
  }

  /** Adds an order of a list. */
  add({ id, petId, quantity, shipDate }: CapturedOrder): void {
    if (id !== undefined) this.#columnOf('id').add(id);
    if (petId !== undefined) this.#columnOf('petId').add(petId);
    if (quantity !== undefined && isLarge(quantity)) this.addNumber(quantity);
    if (shipDate !== undefined && !this.keeps.has('shipDate')) this.#dates.add(shipDate);
  }

  /** Adds a number to replace. */
  addNumber(value: bigint): void {
    this.#numbers.add(value);
  }

  /** Adds a date-time of RFC 3339 from another place than the field of an order. */
  addDate(text: string): void {
    this.#dates.addToSpan(text);
  }

  /** Draws what the values become, once all are added. Throws a UserError if the dates cannot be shifted. */
  draw(random: KeyStream): Replacement {
    const { keeps } = this;
    const column = this.#numbers;
    const kept = this.#kept;
    const numbers = new NumberMap(column, random);
    const dates = this.#dates.drawShift(random);
    return {
      keeps,
      number: (value) => (value === 0n || column.has(value) ? numbers.of(value) : undefined),
      isKept: (value) => kept.has(value),
      dates,
      key: random.bytes(32),
      order: (order) => {
        const { id, petId, quantity, shipDate } = order;
        return {
          ...order,
          ...(id !== undefined && !keeps.has('id') && { id: numbers.of(id) }),
          ...(petId !== undefined && !keeps.has('petId') && { petId: numbers.of(petId) }),
          ...(quantity !== undefined && isLarge(quantity) && { quantity: numbers.of(quantity) }),
          ...(shipDate !== undefined && !keeps.has('shipDate') && { shipDate: dates.of(shipDate) }),
        };
      },
    };
  }

  #columnOf(field: 'id' | 'petId'): NumberColumn {
    return this.keeps.has(field) ? this.#kept : this.#numbers;
  }
}
