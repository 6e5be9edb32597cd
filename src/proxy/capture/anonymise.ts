import type { CapturedOrder } from './captured-order.ts';
import { DateColumn } from './date-shift.ts';
import type { KeyStream } from './key-stream.ts';
import { NumberColumn, NumberMap } from './number-map.ts';

/** The fields that are changed unless the user keeps them. */
export const changedFields = ['id', 'petId', 'shipDate'] as const;

/** A field that the user can keep. */
export type ChangedField = (typeof changedFields)[number];

/** Replaces what could identify an order; see `NumberMap` and `DateShift` for what is kept. */
export type Anonymise = (order: CapturedOrder) => CapturedOrder;

/** From this number of units on, a quantity could be an identifier in the wrong field. */
const largeQuantity = 1_000_000n;

function isLarge(quantity: bigint | undefined): quantity is bigint {
  return quantity !== undefined && (quantity >= largeQuantity || quantity <= -largeQuantity);
}

/** Collects the values that are to be changed, because what they become depends on all of them. */
export class Anonymiser {
  readonly #keeps: ReadonlySet<ChangedField>;
  readonly #numbers = new NumberColumn();
  readonly #dates = new DateColumn();

  constructor(keep: readonly ChangedField[]) {
    this.#keeps = new Set(keep);
  }

  /** Adds an order of the list. */
  add({ id, petId, quantity, shipDate }: CapturedOrder): void {
    if (id !== undefined && !this.#keeps.has('id')) this.#numbers.add(id);
    if (petId !== undefined && !this.#keeps.has('petId')) this.#numbers.add(petId);
    if (isLarge(quantity)) this.#numbers.add(quantity);
    if (shipDate !== undefined && !this.#keeps.has('shipDate')) this.#dates.add(shipDate);
  }

  /** Draws what the values become, once all orders are added. Throws a UserError if the dates cannot be shifted. */
  draw(random: KeyStream): Anonymise {
    const keeps = this.#keeps;
    const numbers = new NumberMap(this.#numbers, random);
    const dates = this.#dates.drawShift(random);
    return (order) => {
      const { id, petId, quantity, shipDate } = order;
      return {
        ...order,
        ...(id !== undefined && !keeps.has('id') && { id: numbers.of(id) }),
        ...(petId !== undefined && !keeps.has('petId') && { petId: numbers.of(petId) }),
        ...(isLarge(quantity) && { quantity: numbers.of(quantity) }),
        ...(shipDate !== undefined && !keeps.has('shipDate') && { shipDate: dates.of(shipDate) }),
      };
    };
  }
}
