import { count } from '../../report/amounts.ts';
import { DateShift } from '../pseudonyms/date-shift.ts';
import { isLarge } from '../pseudonyms/number-permutation.ts';
import { type ChangedField, changedFields, type Pseudonyms } from '../pseudonyms/pseudonyms.ts';
import { rankNumbers } from '../pseudonyms/rank-numbers.ts';
import { type CapturedOrder, type Losses, readOrders } from './read-orders.ts';
import { type CapturedStatus, scenarioText, type WrittenOrder } from './scenario-text.ts';

/** Returns the status of an order by its id in the list; undefined for an order without an id. */
export type StatusOf = (id: bigint | undefined) => CapturedStatus;

/** Nothing was cancelled, so no status was shown. */
export const nothingShown: StatusOf = () => 'unknown';

/** A list that was received, and how it becomes a scenario. */
export type ReceivedList = {
  readonly body: Buffer;
  /** The file, whose name decides the format. */
  readonly file: string;
  readonly statusOf: StatusOf;
};

export type Scenario = Extract<ReturnType<typeof makeScenario>, { kind: 'scenario' }>;

export type OrderPseudonyms = Pick<Pseudonyms, 'keeps' | 'int64' | 'date'>;

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

/** The form in which the simulator writes ship dates by default: `2026-01-20T10:00:00Z`. */
const utcSeconds = /^.{10}T.{8}Z$/;

/**
 * Makes a scenario of a list, with its structure and none of its data. Throws a UserError if the dates cannot be replaced or
 * the file would be too large.
 */
export function makeScenario({ body, file, statusOf }: ReceivedList, pseudonymsOf: PseudonymsOf) {
  const reading = readOrders(body);
  if (reading.kind === 'no-list') return reading;
  const pseudonyms = pseudonymsOf(reading.orders);
  const ids = new Set<bigint>();
  const orders = reading.orders.map((order): WrittenOrder => {
    const { id } = order;
    const repeatsId = id !== undefined && ids.has(id);
    if (id !== undefined) ids.add(id);
    return { ...changeOrder(order, pseudonyms), status: statusOf(id), repeatsId };
  });
  const sentences = describe(orders, reading.losses, pseudonyms);
  const datesAsWritten = orders.some(({ shipDate }) => shipDate !== undefined && !utcSeconds.test(shipDate));
  const text = scenarioText(file, { sentences, orders, datesAsWritten });
  return {
    kind: 'scenario',
    text,
    /** What the scenario has in common with the list, and what it has not. They contain no value of the list. */
    sentences,
    /** Whether there are orders whose status nothing has shown. */
    hasUnknown: orders.some(({ status }) => status === 'unknown'),
  } as const;
}

function changeOrder(order: CapturedOrder, pseudonyms: OrderPseudonyms): CapturedOrder {
  const { id, petId, quantity, shipDate } = order;
  return {
    ...order,
    ...(id !== undefined && !pseudonyms.keeps('id') && { id: pseudonyms.int64(id) }),
    ...(petId !== undefined && !pseudonyms.keeps('petId') && { petId: pseudonyms.int64(petId) }),
    ...(quantity !== undefined && isLarge(quantity) && { quantity: pseudonyms.int64(quantity) }),
    ...(shipDate !== undefined && !pseudonyms.keeps('shipDate') && { shipDate: pseudonyms.date(shipDate) }),
  };
}

/** Describes a scenario in sentences that contain counts and no value of the list, not even the name of an unknown field. */
function describe(
  orders: readonly WrittenOrder[],
  losses: Readonly<Losses>,
  pseudonyms: OrderPseudonyms,
): readonly string[] {
  const fields = Map.groupBy(changedFields, (field) => (pseudonyms.keeps(field) ? 'kept' : 'changed'));
  const statuses = Map.groupBy(orders, ({ status }) => status);
  const repeated = orders.filter(({ repeatsId }) => repeatsId).length;
  const known = (['pending', 'shipped', 'cancelled'] as const).map((status): [number, string] => {
    const amount = statuses.get(status)?.length ?? 0;
    return [amount, `${count(amount, 'order')} ${status}, as cancels have shown.`];
  });
  const { others, values, items } = losses;
  const sentences: readonly (readonly [amount: number, sentence: string])[] = [
    [1, `Captured from a list of ${count(orders.length, 'order')}.`],
    [fields.get('changed')?.length ?? 0, `Replaced in every order - ${fields.get('changed')?.join(', ')}.`],
    [fields.get('kept')?.length ?? 0, `Kept as received - ${fields.get('kept')?.join(', ')}.`],
    ...known,
    [repeated, `The id of an earlier order, against the specification - ${count(repeated, 'order')}.`],
    [others, `Left out - ${count(others, 'value')} of unknown fields.`],
    [
      values,
      `Left out - ${count(values, 'value')} that a scenario cannot have (another type, beyond int64, no RFC 3339 date).`,
    ],
    [
      items,
      `Left out - ${count(items, 'item')} of the list that ${items === 1 ? 'is no order' : 'are no orders'}.`,
    ],
  ];
  return sentences.flatMap(([amount, sentence]) => (amount === 0 ? [] : sentence));
}
