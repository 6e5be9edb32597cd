import type { Steps } from '../../../in-slices.ts';
import { ownBytes } from '../../../json/own-bytes.ts';
import type { OrderSegment, OrderText, PlacedOrder } from '../../orders/order-store.ts';
import { isWrittenAsKept, type OrderForm, writeOrder } from './order-json.ts';

/** Orders as bytes, a comma before each, and the end of each. */
export type WrittenOrders = Pick<OrderText, 'bytes' | 'ends'>;

/** Few enough to be one step. */
export const ordersPerStep = 128;

/** Returns a segment as the store keeps it; undefined if its orders must be written in this form. */
export function keptOrders({ text }: OrderSegment, form: OrderForm): WrittenOrders | undefined {
  return text !== undefined && isWrittenAsKept(text, form) ? text : undefined;
}

/** Writes orders as bytes. */
export function* writeOrders(orders: readonly PlacedOrder[], form: OrderForm): Steps<WrittenOrders> {
  const ends = new Uint32Array(orders.length);
  const parts: Buffer[] = [];
  let length = 0;
  for (let first = 0; first < orders.length; first += ordersPerStep) {
    const texts = orders
      .slice(first, first + ordersPerStep)
      .map(({ order }) => `,${writeOrder(order, form)}`);
    texts.forEach((text, at) => {
      length += Buffer.byteLength(text);
      ends[first + at] = length;
    });
    parts.push(Buffer.from(texts.join('')));
    yield;
  }
  return { bytes: ownBytes(parts, length), ends };
}
