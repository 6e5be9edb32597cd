import type { EnvironmentState } from '../../environment/environment.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import type { ListLag } from '../../environment/list-lag.ts';
import type { OrderSegment, OrderText } from '../../orders/order-store.ts';
import { isWrittenAsKept, type OrderForm, writeOrder } from './order-json.ts';

/** The bytes of a segment, a comma before each order, and the revisions from which they were made. */
export type Rendered = {
  readonly fieldsRevision: number;
  readonly statusRevision: number;
  readonly lagRevision: number;
  readonly bytes: Buffer;
  /** The bytes that are kept here besides those of the store. */
  readonly own: number;
  /** Every order of the segment, including those that the list does not show. */
  readonly all: WrittenOrders;
};

/** Orders as bytes, a comma before each, and the end of each. */
type WrittenOrders = Pick<OrderText, 'bytes' | 'ends'>;

/** Renders the segments that have changed since the last call, in place, and returns whether any has. */
export function renderSegments(
  rendered: Rendered[],
  segments: readonly OrderSegment[],
  state: EnvironmentState,
  choices: Choices,
): boolean {
  const keeps = choices['cancelled-in-list'] === 'keep';
  const form = { ...choices, seed: state.seed };
  const lagRevision = state.listLag.revision;
  let changed = rendered.length !== segments.length;
  rendered.length = segments.length;
  segments.forEach((segment, at) => {
    const before = rendered[at];
    const { fieldsRevision, statusRevision } = segment;
    const sameFields = before?.fieldsRevision === fieldsRevision;
    if (
      sameFields &&
      (keeps || (before.statusRevision === statusRevision && before.lagRevision === lagRevision))
    )
      return;
    const all = sameFields ? before.all : writeOrders(segment, form);
    const bytes = keeps ? all.bytes : shownBytes(segment, all, state.listLag);
    if (bytes !== before?.bytes) changed = true;
    const own =
      (all.bytes === segment.text?.bytes ? 0 : all.bytes.length) + (bytes === all.bytes ? 0 : bytes.length);
    rendered[at] = { fieldsRevision, statusRevision, lagRevision, bytes, own, all };
  });
  return changed;
}

/** Writes every order of a segment. Does not copy them if the store keeps them in this form. */
function writeOrders(segment: OrderSegment, form: OrderForm): WrittenOrders {
  const { text } = segment;
  if (text !== undefined && isWrittenAsKept(text, form)) return text;
  const texts = segment.orders.map(({ order }) => `,${writeOrder(order, form)}`);
  let length = 0;
  const ends = Uint32Array.from(texts, (one) => {
    length += Buffer.byteLength(one);
    return length;
  });
  return { bytes: Buffer.from(texts.join('')), ends };
}

/** The bytes of the orders that the list shows: all but the cancelled ones, which it shows as long as it lags. */
function shownBytes(segment: OrderSegment, { bytes, ends }: WrittenOrders, listLag: ListLag): Buffer {
  const { statuses } = segment;
  if (!statuses.includes('cancelled')) return bytes;
  const orders = listLag.any ? segment.orders : [];
  const runs: Buffer[] = [];
  let from = 0;
  statuses.forEach((status, at) => {
    if (status !== 'cancelled' || listLag.shows(orders[at]?.order.id)) return;
    runs.push(bytes.subarray(from, at === 0 ? 0 : ends[at - 1]));
    from = ends[at] ?? from;
  });
  return Buffer.concat([...runs, bytes.subarray(from)]);
}
