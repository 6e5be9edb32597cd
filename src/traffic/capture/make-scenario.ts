import { writeJson } from '../../json/json.ts';
import { count } from '../../report/amounts.ts';
import { isJsonName, maxJsonBytes, maxYamlBytes } from '../../text/yaml-file.ts';
import { UserError } from '../../user-error.ts';
import { type Draw, replaceNumbers, shiftDates } from './pseudonyms.ts';
import { type CapturedOrder, readOrders } from './read-orders.ts';

/** The fields whose values are replaced unless the user keeps them. */
export const changedFields = ['id', 'petId', 'shipDate'] as const;

export type ChangedField = (typeof changedFields)[number];

/** A list that was received, and how it becomes a scenario. */
export type ReceivedList = {
  readonly body: Buffer;
  /** The file, whose name decides how many orders it may have. */
  readonly file: string;
  /** The service never sends a status, so that all orders get this one. */
  readonly status: 'pending' | 'shipped';
  readonly keep: readonly ChangedField[];
  readonly draw: Draw;
};

export type Scenario = Extract<ReturnType<typeof makeScenario>, { kind: 'scenario' }>;

/** The maximum number of orders that a scenario in YAML may list. */
const maxYamlOrders = 10_000;
/** The form in which the simulator writes ship dates by default: `2026-01-20T10:00:00Z`. */
const utcSeconds = /^.{10}T.{8}Z$/;

/** Makes a scenario of a list, with its structure and none of its data. Throws a UserError if the file would be too large. */
export function makeScenario({ body, file, status, keep, draw }: ReceivedList) {
  const reading = readOrders(body);
  if (reading.kind === 'no-list') return reading;
  const { leftOut } = reading;
  const orders = reading.orders.map(changeOrders(reading.orders, keep, draw));
  const changed = changedFields.filter((field) => !keep.includes(field));
  /** What the scenario has in common with the list, and what it has not. They contain no value of the list. */
  const sentences = [
    `Captured from a list of ${count(orders.length, 'order')}, all ${status} here: the service sends no status.`,
    ...(changed.length === 0 ? [] : [`Replaced in every order: ${changed.join(', ')}.`]),
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
  return { kind: 'scenario', text: fitting(file, text.flat().join('\n'), orders.length), sentences } as const;
}

/** Returns the text, which is JSON and so YAML too, if a file with this name may have it. */
function fitting(file: string, text: string, orders: number): string {
  const isJson = isJsonName(file);
  const maxBytes = isJson ? maxJsonBytes : maxYamlBytes;
  if (text.length <= maxBytes && (isJson || orders <= maxYamlOrders)) return text;
  throw new UserError({
    where: file,
    what: 'cannot hold so many orders',
    expected: `at most ${isJson ? '' : `${maxYamlOrders} orders and `}${maxBytes} bytes`,
    ...(isJson ? {} : { hint: 'name a file that ends in .json' }),
  });
}

/** Returns a function that replaces the values of one of these orders. */
function changeOrders(orders: readonly CapturedOrder[], keep: readonly ChangedField[], draw: Draw) {
  const numbersOf = ({ id, petId }: CapturedOrder) => ({
    ...(id !== undefined && !keep.includes('id') && { id }),
    ...(petId !== undefined && !keep.includes('petId') && { petId }),
  });
  const number = replaceNumbers(
    orders.flatMap((order) => Object.values(numbersOf(order))),
    draw,
  );
  const date = shiftDates(draw);
  return (order: CapturedOrder): CapturedOrder => ({
    ...order,
    ...Object.fromEntries(Object.entries(numbersOf(order)).map(([name, value]) => [name, number(value)])),
    ...(order.shipDate !== undefined && !keep.includes('shipDate') && { shipDate: date(order.shipDate) }),
  });
}
