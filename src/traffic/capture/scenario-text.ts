import { isJsonName, maxJsonBytes, maxYamlBytes } from '../../text/yaml-file.ts';
import { UserError } from '../../user-error.ts';
import type { CapturedOrder } from './read-orders.ts';

/** The status of every order. */
export type CapturedStatus = 'pending' | 'shipped';

export type ScenarioContent = {
  readonly sentences: readonly string[];
  readonly orders: readonly CapturedOrder[];
  readonly status: CapturedStatus;
  /** Whether the simulator must write ship dates as they are written here. */
  readonly datesAsWritten: boolean;
};

/** The maximum number of orders that a scenario in YAML may list. */
const maxYamlOrders = 10_000;

/**
 * Returns the text of a scenario file: JSON if its name ends in `.json`, otherwise YAML. Throws a UserError if it would be
 * too large to be loaded.
 */
export function scenarioText(file: string, content: ScenarioContent): string {
  const isJson = isJsonName(file);
  const text = isJson ? jsonText(content) : yamlText(content);
  const maxBytes = isJson ? maxJsonBytes : maxYamlBytes;
  if (text.length <= maxBytes && (isJson || content.orders.length <= maxYamlOrders)) return text;
  throw new UserError({
    where: file,
    what: 'cannot hold so many orders',
    expected: `at most ${isJson ? '' : `${maxYamlOrders} orders and `}${maxBytes} bytes`,
    ...(isJson ? {} : { hint: 'name a file that ends in .json' }),
  });
}

function yamlText({ sentences, orders, status, datesAsWritten }: ScenarioContent): string {
  const lines = orders.map((order) => {
    // In a flow mapping, neither a date-time nor a status needs quotes.
    const members = membersOf(order, status).map(
      ([name, text]) => `${name}: ${text.replace(/^"(.*)"$/, '$1')}`,
    );
    return `  - { ${members.join(', ')} }\n`;
  });
  return [
    `description: >-\n${sentences.map((sentence) => `  ${sentence}\n`).join('')}`,
    lines.length === 0 ? 'orders: []\n' : `orders:\n${lines.join('')}`,
    datesAsWritten ? 'gaps: { ship-date-form: as-written }\n' : '',
  ].join('');
}

function jsonText({ sentences, orders, status, datesAsWritten }: ScenarioContent): string {
  const lines = orders.map((order) => {
    const members = membersOf(order, status).map(([name, text]) => `"${name}":${text}`);
    return `\n    {${members.join(',')}}`;
  });
  const end = `${lines.length === 0 ? '' : '\n  '}]`;
  const gaps = datesAsWritten ? ',\n  "gaps": { "ship-date-form": "as-written" }' : '';
  return `{\n  "description": ${JSON.stringify(sentences.join(' '))},\n  "orders": [${lines.join()}${end}${gaps}\n}\n`;
}

function membersOf(
  { id, petId, quantity, shipDate, complete }: CapturedOrder,
  status: CapturedStatus,
): readonly (readonly [string, string])[] {
  return Object.entries({ id, petId, quantity, shipDate, complete, status }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? `"${value}"` : `${value}`] as const],
  );
}
