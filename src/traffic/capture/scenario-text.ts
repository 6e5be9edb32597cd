import { isJsonName, maxJsonBytes, maxYamlBytes } from '../../text/yaml-file.ts';
import { UserError } from '../../user-error.ts';
import type { CapturedOrder } from './captured-order.ts';
import type { CapturedStatus } from './evidence.ts';

/** The maximum number of orders that a scenario in YAML may list. */
const maxYamlOrders = 10_000;

/** An order as it is written. */
export type WrittenOrder = CapturedOrder & {
  readonly status: CapturedStatus;
  /** Whether an earlier order has the same id. */
  readonly repeatsId: boolean;
};

/** Writes a scenario file in parts. */
export type ScenarioText = {
  /** Returns the text of an order. Throws a UserError if the file would be too large to be loaded. */
  order(order: WrittenOrder): string;
  /** Returns what follows the last order. */
  end(): string;
};

/** What a scenario file says besides its orders. */
export type ScenarioFacts = {
  /** What the file contains, in words. */
  readonly sentences: readonly string[];
  /** Whether the simulator must write ship dates as they are written here. */
  readonly datesAsWritten: boolean;
};

/**
 * Begins a scenario file: JSON if its name ends in `.json`, otherwise YAML.
 *
 * @param file the name of the file
 */
export function beginScenario(
  file: string,
  { sentences, datesAsWritten }: ScenarioFacts,
): ScenarioText & { readonly start: string } {
  const form = isJsonName(file) ? json : yaml;
  const start = form.start(sentences);
  let [bytes, orders] = [Buffer.byteLength(start), 0];
  return {
    start,
    order: (order) => {
      const text = form.order(order, orders === 0);
      orders += 1;
      bytes += text.length;
      if (orders > form.maxOrders || bytes > form.maxBytes) throw tooLarge(file, form);
      return text;
    },
    end: () => form.end(orders === 0, datesAsWritten),
  };
}

type Form = {
  readonly maxOrders: number;
  readonly maxBytes: number;
  readonly start: (sentences: readonly string[]) => string;
  readonly order: (order: WrittenOrder, isFirst: boolean) => string;
  readonly end: (isEmpty: boolean, datesAsWritten: boolean) => string;
};

const yaml: Form = {
  maxOrders: maxYamlOrders,
  maxBytes: maxYamlBytes,
  start: (sentences) => `description: >-\n${sentences.map((sentence) => `  ${sentence}\n`).join('')}`,
  order: (order, isFirst) => {
    const members = membersOf(order).map(([name, text]) => `${name}: ${unquoted(text)}`);
    return `${isFirst ? 'orders:\n' : ''}  - { ${members.join(', ')} }\n`;
  },
  end: (isEmpty, datesAsWritten) =>
    `${isEmpty ? 'orders: []\n' : ''}${datesAsWritten ? 'gaps: { ship-date-form: as-written }\n' : ''}`,
};

/** The form that `readPlainScenario` reads in one pass. */
const json: Form = {
  maxOrders: Number.POSITIVE_INFINITY,
  maxBytes: maxJsonBytes,
  start: (sentences) => `{\n  "description": ${JSON.stringify(sentences.join(' '))},\n  "orders": [`,
  order: (order, isFirst) => {
    const members = membersOf(order).map(([name, text]) => `"${name}":${text}`);
    return `${isFirst ? '' : ','}\n    {${members.join(',')}}`;
  },
  end: (isEmpty, datesAsWritten) =>
    `${isEmpty ? '' : '\n  '}]${datesAsWritten ? ',\n  "gaps": { "ship-date-form": "as-written" }' : ''}\n}\n`,
};

/** The members of an order as JSON texts. */
function membersOf(order: WrittenOrder): (readonly [name: string, text: string])[] {
  const { id, petId, quantity, shipDate, complete, status, repeatsId } = order;
  return [
    ...(id === undefined ? [] : [['id', `${id}`] as const]),
    ...(petId === undefined ? [] : [['petId', `${petId}`] as const]),
    ...(quantity === undefined ? [] : [['quantity', `${quantity}`] as const]),
    ...(shipDate === undefined ? [] : [['shipDate', `"${shipDate}"`] as const]),
    ...(complete === undefined ? [] : [['complete', `${complete}`] as const]),
    ['status', `"${status}"`],
    ...(repeatsId ? [['repeatsId', 'true'] as const] : []),
  ];
}

/** In a flow mapping, neither a date-time nor a status needs quotes. */
function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1) : text;
}

function tooLarge(file: string, { maxOrders, maxBytes }: Form): UserError {
  const most = maxOrders === Number.POSITIVE_INFINITY ? '' : `${maxOrders} orders and `;
  return new UserError({
    where: file,
    what: 'cannot hold so many orders',
    expected: `at most ${most}${maxBytes} bytes`,
    ...(isJsonName(file) ? {} : { hint: 'name a file that ends in .json' }),
  });
}
