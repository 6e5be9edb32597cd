import { count } from '../../report/amounts.ts';
import { type Draw, replaceNumbers, shiftDates } from './pseudonyms.ts';
import { type CapturedOrder, type Losses, readOrders } from './read-orders.ts';
import { type CapturedStatus, scenarioText } from './scenario-text.ts';

/** The fields whose values are replaced unless the user keeps them. */
export const changedFields = ['id', 'petId', 'shipDate'] as const;

export type ChangedField = (typeof changedFields)[number];

/** A list that was received, and how it becomes a scenario. */
export type ReceivedList = {
  readonly body: Buffer;
  /** The file, whose name decides the format. */
  readonly file: string;
  /** The service never sends a status, so that all orders get this one. */
  readonly status: CapturedStatus;
  readonly keep: readonly ChangedField[];
  readonly draw: Draw;
};

export type Scenario = Extract<ReturnType<typeof makeScenario>, { kind: 'scenario' }>;

/** From this number on, a quantity could be an identifier in the wrong field. */
const largeQuantity = 1_000_000n;
/** The form in which the simulator writes ship dates by default: `2026-01-20T10:00:00Z`. */
const utcSeconds = /^.{10}T.{8}Z$/;

/** Makes a scenario of a list, with its structure and none of its data. Throws a UserError if the file would be too large. */
export function makeScenario({ body, file, status, keep, draw }: ReceivedList) {
  const reading = readOrders(body);
  if (reading.kind === 'no-list') return reading;
  const { repeated, orders: received } = withoutRepeatedIds(reading.orders);
  const change = changeOrders(received, keep, draw);
  const orders = received.map(change);
  const sentences = describe(orders.length, reading.losses, { status, keep, repeated });
  const datesAsWritten = orders.some(({ shipDate }) => shipDate !== undefined && !utcSeconds.test(shipDate));
  const text = scenarioText(file, { sentences, orders, status, datesAsWritten });
  /** What the scenario has in common with the list, and what it has not. They contain no value of the list. */
  return { kind: 'scenario', text, sentences } as const;
}

function withoutRepeatedIds(all: readonly CapturedOrder[]) {
  const ids = new Set<bigint>();
  const orders = all.filter(({ id }) => {
    const repeats = id !== undefined && ids.has(id);
    if (id !== undefined) ids.add(id);
    return !repeats;
  });
  return { orders, repeated: all.length - orders.length };
}

/** Returns a function that replaces the values of one of these orders. */
function changeOrders(orders: readonly CapturedOrder[], keep: readonly ChangedField[], draw: Draw) {
  const keeps = (field: ChangedField): boolean => keep.includes(field);
  const isLarge = (value = 0n): boolean => value >= largeQuantity || value <= -largeQuantity;
  const numbers = orders.flatMap(({ id = 0n, petId = 0n, quantity = 0n }) => [
    ...[keeps('id') ? 0n : id, keeps('petId') ? 0n : petId, isLarge(quantity) ? quantity : 0n],
  ]);
  const number = replaceNumbers(numbers, draw);
  const date = shiftDates(draw);
  return (order: CapturedOrder): CapturedOrder => {
    const { id, petId, quantity, shipDate } = order;
    return {
      ...order,
      ...(id !== undefined && !keeps('id') && { id: number(id) }),
      ...(petId !== undefined && !keeps('petId') && { petId: number(petId) }),
      ...(quantity !== undefined && isLarge(quantity) && { quantity: number(quantity) }),
      ...(shipDate !== undefined && !keeps('shipDate') && { shipDate: date(shipDate) }),
    };
  };
}

type Made = Pick<ReceivedList, 'status' | 'keep'> & { readonly repeated: number };

/** Describes a scenario in sentences that contain counts and no value of the list, not even the name of an unknown field. */
function describe(orders: number, losses: Readonly<Losses>, { status, keep, repeated }: Made) {
  const fields = Map.groupBy(changedFields, (field) => (keep.includes(field) ? 'kept' : 'changed'));
  const { others, values, items } = losses;
  const sentences: readonly (readonly [amount: number, sentence: string])[] = [
    [
      1,
      `Captured from a list of ${count(orders, 'order')}, all ${status} here: the service sends no status.`,
    ],
    [fields.get('changed')?.length ?? 0, `Replaced in every order - ${fields.get('changed')?.join(', ')}.`],
    [fields.get('kept')?.length ?? 0, `Kept as received - ${fields.get('kept')?.join(', ')}.`],
    [repeated, `Left out - ${count(repeated, 'order')} with the id of an earlier one.`],
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
