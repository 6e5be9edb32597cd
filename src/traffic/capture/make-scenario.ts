import { writeJson } from '../../json/json.ts';
import { count } from '../../report/amounts.ts';
import { type Draw, replaceNumbers, shiftDates } from './pseudonyms.ts';
import { type CapturedOrder, readOrders } from './read-orders.ts';

/** A list that was received, and how it becomes a scenario. */
export type ReceivedList = {
  readonly body: Buffer;
  /** The service never sends a status, so that all orders get this one. */
  readonly status: 'pending' | 'shipped';
  readonly draw: Draw;
};

export type Scenario = Extract<ReturnType<typeof makeScenario>, { kind: 'scenario' }>;

/** The form in which the simulator writes ship dates by default: `2026-01-20T10:00:00Z`. */
const utcSeconds = /^.{10}T.{8}Z$/;

/** Makes a scenario of a list, with its structure and none of its data, in JSON, which is YAML too. */
export function makeScenario({ body, status, draw }: ReceivedList) {
  const reading = readOrders(body);
  if (reading.kind === 'no-list') return reading;
  const { leftOut } = reading;
  const orders = reading.orders.map(changeOrders(reading.orders, draw));
  /** What the scenario has in common with the list, and what it has not. They contain no value of the list. */
  const sentences = [
    `Captured from a list of ${count(orders.length, 'order')}, all ${status} here: the service sends no status.`,
    'Replaced in every order: id, petId, shipDate.',
    ...(leftOut === 0
      ? []
      : [`Left out: ${count(leftOut, 'value')} of unknown fields, other types or forms, or repeated ids.`]),
  ];
  const datesAsWritten = orders.some(({ shipDate }) => shipDate !== undefined && !utcSeconds.test(shipDate));
  const text = [
    `{\n  "description": ${writeJson(sentences.join(' '))},`,
    datesAsWritten ? '  "gaps": { "ship-date-form": "as-written" },' : [],
    `  "orders": [\n${orders.map((order) => `    ${writeJson({ ...order, status })}`).join(',\n')}\n  ]\n}\n`,
  ];
  return { kind: 'scenario', text: text.flat().join('\n'), sentences } as const;
}

/** Returns a function that replaces the values of one of these orders. */
function changeOrders(orders: readonly CapturedOrder[], draw: Draw) {
  const number = replaceNumbers(
    orders.flatMap(({ id, petId }) => [id, petId]).filter((value) => value !== undefined),
    draw,
  );
  const date = shiftDates(draw);
  return (order: CapturedOrder): CapturedOrder => ({
    ...order,
    ...(order.id !== undefined && { id: number(order.id) }),
    ...(order.petId !== undefined && { petId: number(order.petId) }),
    ...(order.shipDate !== undefined && { shipDate: date(order.shipDate) }),
  });
}
