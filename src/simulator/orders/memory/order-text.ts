import type { Order } from '../order.ts';

/** Writes an order as JSON: the fields of the specification in its order, integers digit by digit. Spec 2, Order. */
export function orderText({ id, petId, quantity, shipDate, complete }: Order): string {
  const fields =
    (id === undefined ? '' : `,"id":${id}`) +
    (petId === undefined ? '' : `,"petId":${petId}`) +
    (quantity === undefined ? '' : `,"quantity":${quantity}`) +
    (shipDate === undefined ? '' : `,"shipDate":${JSON.stringify(shipDate)}`) +
    (complete === undefined ? '' : `,"complete":${complete}`);
  return `{${fields.slice(1)}}`;
}

const integer = '(-?\\d+)';
const text = '"((?:[^"\\\\]|\\\\.)*)"';
const orderForm = new RegExp(
  `,\\{(?:"id":${integer},?)?(?:"petId":${integer},?)?(?:"quantity":${integer},?)?` +
    `(?:"shipDate":${text},?)?(?:"complete":(true|false))?\\}`,
  'y',
);

/** Reads orders that `orderText` wrote, each behind a comma; `orderText` writes the same again. */
export function readOrderTexts(written: string): Order[] {
  const orders: Order[] = [];
  orderForm.lastIndex = 0;
  for (let found = orderForm.exec(written); found !== null; found = orderForm.exec(written)) {
    const [, id, petId, quantity, shipDate, complete] = found;
    const order: { -readonly [Field in keyof Order]: Order[Field] } = {};
    if (id !== undefined) order.id = BigInt(id);
    if (petId !== undefined) order.petId = BigInt(petId);
    if (quantity !== undefined) order.quantity = BigInt(quantity);
    if (shipDate !== undefined) order.shipDate = readText(shipDate);
    if (complete !== undefined) order.complete = complete === 'true';
    orders.push(order);
  }
  return orders;
}

/** A part of a matched text would hold the whole in memory; what `JSON.parse` answers does not. */
function readText(inside: string): string {
  return String(JSON.parse(`"${inside}"`));
}

const utcSeconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Whether a ship date is written in UTC and whole seconds: `2026-01-20T10:00:00Z`. */
export function isUtcSeconds(shipDate: string): boolean {
  return utcSeconds.test(shipDate);
}
