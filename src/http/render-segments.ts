import type { OrderSegment, PlacedOrder } from '../orders/order-store.ts';
import type { EnvironmentState } from '../simulation/environment.ts';
import type { Answers } from '../simulation/gaps/answers.ts';
import { isWrittenAsKept, type OrderForm, writeOrder } from './order-json.ts';

/** The bytes of a segment, each order behind a comma, and what they were made of. */
export type Rendered = {
  readonly fieldsRevision: number;
  readonly statusRevision: number;
  readonly lagRevision: number;
  readonly bytes: Buffer;
  /** Every order of the segment, shown or not, once the segment has been rendered again for a status. */
  readonly texts: readonly string[] | undefined;
};

/** Renders the segments that have changed since the last time, in place; false where none has. */
export function renderSegments(
  rendered: Rendered[],
  segments: readonly OrderSegment[],
  state: EnvironmentState,
  answers: Answers,
): boolean {
  const lagRevision = state.listLag.revision;
  const keeps = answers['cancelled-in-list'] === 'keep';
  const form = { ...answers, seed: state.seed };
  const shows = ({ order, status }: PlacedOrder): boolean =>
    status !== 'cancelled' || state.listLag.shows(order);
  let changed = rendered.length !== segments.length;
  rendered.length = segments.length;
  segments.forEach((segment, at) => {
    const before = rendered[at];
    const sameFields = before?.fieldsRevision === segment.fieldsRevision;
    if (
      sameFields &&
      (keeps || (before.statusRevision === segment.statusRevision && before.lagRevision === lagRevision))
    )
      return;
    changed = true;
    const { fieldsRevision, statusRevision } = segment;
    // Whoever has cancelled one order is likely to cancel another: writing them out once is enough.
    const texts = sameFields && !keeps ? (before.texts ?? writeOrders(segment, form)) : undefined;
    const bytes =
      keeps || nothingCancelled(segment)
        ? allBytes(segment, form)
        : shownBytes(segment, shows, texts ?? writeOrders(segment, form));
    rendered[at] = { fieldsRevision, statusRevision, lagRevision, bytes, texts };
  });
  return changed;
}

function nothingCancelled({ statuses }: OrderSegment): boolean {
  return statuses !== undefined && !statuses.includes('cancelled');
}

function writeOrders({ orders }: OrderSegment, form: OrderForm): readonly string[] {
  return orders.map(({ order }) => `,${writeOrder(order, form)}`);
}

/** All orders of a segment; without a copy, where the store has them in this very form. */
function allBytes(segment: OrderSegment, form: OrderForm): Buffer {
  const { text } = segment;
  return text !== undefined && isWrittenAsKept(text, form)
    ? text.bytes
    : Buffer.from(writeOrders(segment, form).join(''));
}

function shownBytes(
  { orders }: OrderSegment,
  shows: (placed: PlacedOrder) => boolean,
  texts: readonly string[],
): Buffer {
  let text = '';
  orders.forEach((placed, at) => {
    if (shows(placed)) text += texts[at];
  });
  return Buffer.from(text);
}
