import { readOrderId } from '../../../orders/order-id.ts';
import type { KnownOrders } from '../journal-context.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { Note } from '../note.ts';

const exactlyDouble = BigInt(Number.MAX_SAFE_INTEGER);

/** The note about an order id that lost digits: none has it, and one has an id that a double cannot tell from it. Spec 2, int64. */
export function idNotes(entry: JournalEntry, { ids }: KnownOrders): readonly Note[] {
  const id = unknownId(entry);
  if (id === undefined || (id >= -exactlyDouble && id <= exactlyDouble)) return [];
  const meant = ids.find((one) => one !== id && Number(one) === Number(id));
  if (meant === undefined) return [];
  const text = `No order has the id ${id}, but one has ${meant}: ids are int64, and this one was probably rounded on its way through a double.`;
  return [{ code: 'rounded-id', text }];
}

/** The id of a cancel that found no order. */
export function unknownId({ cancel, orderIdText }: JournalEntry): bigint | undefined {
  if (cancel !== 'unknown') return undefined;
  const reading = readOrderId(orderIdText);
  return reading.kind === 'order-id' ? reading.id : undefined;
}
