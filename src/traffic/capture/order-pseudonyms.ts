import { DateShift } from '../pseudonyms/date-shift.ts';
import { isLarge } from '../pseudonyms/number-classes.ts';
import type { ChangedField, Pseudonyms } from '../pseudonyms/pseudonyms.ts';
import { rankNumbers } from '../pseudonyms/rank-numbers.ts';
import type { CapturedOrder } from './read-orders.ts';

/** Replaces the values of orders. */
export type OrderPseudonyms = Pick<Pseudonyms, 'keeps' | 'int64' | 'date'>;

/** Returns the pseudonyms for the orders of a list. */
export type PseudonymsOf = (orders: readonly CapturedOrder[]) => OrderPseudonyms;

/** Replaces the values of orders that are all known: keeps the order of ids, and uses no id and no day of theirs. */
export function rankPseudonyms(key: Buffer, keep: readonly ChangedField[]): PseudonymsOf {
  const keeps = (field: ChangedField): boolean => keep.includes(field);
  return (orders) => {
    const numbers = orders.flatMap(({ id, petId, quantity }) => [
      id ?? 0n,
      petId ?? 0n,
      isLarge(quantity ?? 0n) ? (quantity ?? 0n) : 0n,
    ]);
    const dates = keeps('shipDate') ? [] : orders.flatMap(({ shipDate }) => shipDate ?? []);
    const shift = DateShift.drawFor(dates, key);
    return { keeps, int64: rankNumbers(numbers, key), date: (text) => shift.of(text) ?? text };
  };
}
