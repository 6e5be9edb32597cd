import type { Steps } from '../../../in-slices.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import type { ListLag } from '../../environment/list-lag.ts';
import type { OrderStatus } from '../../orders/order.ts';
import type { OrderList, OrderSegment } from '../../orders/order-store.ts';
import type { OrderForm } from './order-json.ts';
import { sortOrders } from './sorted-orders.ts';
import { keptOrders, type WrittenOrders, writeOrders } from './written-orders.ts';

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

/** What decides the bytes of a list. It must not change while they are made. */
export type ListSource = {
  readonly list: OrderList;
  readonly listLag: Pick<ListLag, 'any' | 'shows' | 'revision'>;
  readonly choices: Choices;
  readonly seed: string;
  readonly isNamed: OrderForm['isNamed'];
};

/**
 * Renders a list in segments, in the order of gap `list-order`, and uses again those of `before` that have not changed. In
 * the order of placement they are the segments of the store; any other order is made anew.
 */
export function* renderSegments(
  before: readonly (Rendered | undefined)[],
  source: ListSource,
): Steps<readonly Rendered[]> {
  const { list, choices, seed, isNamed } = source;
  const form = { ...choices, seed, isNamed };
  if (choices['list-order'] !== 'as-placed')
    return (yield* sortOrders(list.segments, choices['list-order'], form)).map(({ written, statuses, ids }) =>
      render(
        { fieldsRevision: list.revision, statusRevision: list.revision, statuses, ids: () => ids },
        written,
        source,
      ),
    );
  const rendered: Rendered[] = [];
  for (const [at, segment] of list.segments.entries()) {
    const known = before[at];
    if (known !== undefined && isCurrent(known, segment, source)) {
      rendered.push(known);
      continue;
    }
    const kept = known?.fieldsRevision === segment.fieldsRevision ? known.all : keptOrders(segment, form);
    const all = kept ?? (yield* writeOrders(segment.orders, form));
    const { fieldsRevision, statusRevision, statuses } = segment;
    const ids = () => segment.orders.map(({ order }) => order.id);
    rendered.push(
      render({ fieldsRevision, statusRevision, statuses, ids }, all, source, segment.text?.bytes),
    );
  }
  return rendered;
}

/** Counts the orders that `renderSegments` would write or sort. */
export function countUnwritten(
  before: readonly (Rendered | undefined)[],
  { list, choices, seed, isNamed }: ListSource,
): number {
  const form = { ...choices, seed, isNamed };
  let count = 0;
  for (const [at, segment] of list.segments.entries()) {
    const isWritten =
      choices['list-order'] === 'as-placed' &&
      (before[at]?.fieldsRevision === segment.fieldsRevision || keptOrders(segment, form) !== undefined);
    if (!isWritten) count += segment.statuses.length;
  }
  return count;
}

function isCurrent(known: Rendered, segment: OrderSegment, { choices, listLag }: ListSource): boolean {
  if (known.fieldsRevision !== segment.fieldsRevision) return false;
  if (choices['cancelled-in-list'] === 'keep') return true;
  return known.statusRevision === segment.statusRevision && known.lagRevision === listLag.revision;
}

type Piece = Pick<Rendered, 'fieldsRevision' | 'statusRevision'> & {
  readonly statuses: readonly OrderStatus[];
  ids(): readonly (bigint | undefined)[];
};

function render(
  piece: Piece,
  all: WrittenOrders,
  { choices, listLag }: ListSource,
  ofStore?: Buffer,
): Rendered {
  const bytes = choices['cancelled-in-list'] === 'keep' ? all.bytes : shownBytes(piece, all, listLag);
  const ofOrders = all.bytes === ofStore ? 0 : all.bytes.length + all.ends.byteLength;
  const own = ofOrders + (bytes === all.bytes ? 0 : bytes.length);
  const { fieldsRevision, statusRevision } = piece;
  return { fieldsRevision, statusRevision, lagRevision: listLag.revision, bytes, own, all };
}

const noIds: readonly undefined[] = [];

/** The bytes of the orders that the list shows: all but the cancelled ones, which it shows as long as it lags. */
function shownBytes(
  { statuses, ids: idsOf }: Piece,
  { bytes, ends }: WrittenOrders,
  listLag: ListSource['listLag'],
): Buffer {
  if (!statuses.includes('cancelled')) return bytes;
  const ids = listLag.any ? idsOf() : noIds;
  const runs: Buffer[] = [];
  let from = 0;
  statuses.forEach((status, at) => {
    if (status !== 'cancelled' || listLag.shows(ids[at])) return;
    runs.push(bytes.subarray(from, at === 0 ? 0 : ends[at - 1]));
    from = ends[at] ?? from;
  });
  return Buffer.concat([...runs, bytes.subarray(from)]);
}
