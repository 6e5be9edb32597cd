import { readTime, timeText } from '../../../clock.ts';
import { drawBytes } from '../../../draw.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import { isUtcSeconds, type Order } from '../../orders/order.ts';

/** The choices that decide how an order is written, and the seed from which `sparse` is drawn. */
export type OrderForm = Pick<Choices, 'optional-fields' | 'extra-fields' | 'ship-date-form'> & {
  readonly seed: string;
  /** Whether tests name an order, so that `sparse` keeps its id. */
  readonly isNamed: (id: bigint) => boolean;
};

type OrderFields = { readonly [Field in keyof Order]: Order[Field] | undefined };

/** Writes an order as JSON: the schema's fields in its order, integers digit by digit. Spec 2, Order. */
export function writeOrder(order: Order, form: OrderForm): string {
  const shown: OrderFields = form['optional-fields'] === 'sparse' ? leaveSomeOut(order, form) : order;
  const shipDate =
    shown.shipDate === undefined
      ? undefined
      : JSON.stringify(writeShipDate(shown.shipDate, form['ship-date-form']));
  const orNull = form['optional-fields'] === 'null';
  const fields =
    field('id', shown.id, orNull) +
    field('petId', shown.petId, orNull) +
    field('quantity', shown.quantity, orNull) +
    field('shipDate', shipDate, orNull) +
    field('complete', shown.complete, orNull) +
    (form['extra-fields'] === 'some' ? ',"x_channel":"web"' : '');
  return `{${fields.slice(1)}}`;
}

function field(name: string, value: bigint | boolean | string | undefined, orNull: boolean): string {
  if (value === undefined) return orNull ? `,"${name}":null` : '';
  return `,"${name}":${value}`;
}

/** Leaves out about a third of the fields, all of which are optional; never the id of an order that tests name. */
function leaveSomeOut(
  { id, petId, quantity, shipDate, complete }: Order,
  { seed, isNamed }: OrderForm,
): OrderFields {
  const bytes = drawBytes(seed, 'sparse', id ?? 'no id');
  const isKept = (at: number) => (bytes[at] ?? 0) >= 85;
  return {
    id: id !== undefined && (isNamed(id) || isKept(4)) ? id : undefined,
    petId: isKept(0) ? petId : undefined,
    quantity: isKept(1) ? quantity : undefined,
    shipDate: isKept(2) ? shipDate : undefined,
    complete: isKept(3) ? complete : undefined,
  };
}

const hour = 3_600_000;

/** Writes a ship date in the form of gap `ship-date-form`, or as the scenario has it if it has no such form. */
function writeShipDate(text: string, form: Choices['ship-date-form']): string {
  if (form === 'as-written' || (form === 'utc-seconds' && isUtcSeconds(text))) return text;
  const at = readTime(text);
  if (Number.isNaN(at)) return text;
  const written = timeText(form === 'offset' ? at + hour : at);
  if (written.length !== '2026-01-20T10:00:00.000Z'.length) return text;
  if (form === 'millis') return written;
  if (form === 'basic-offset') return written.replace('Z', '+0000');
  return written.slice(0, 19) + (form === 'offset' ? '+01:00' : 'Z');
}
