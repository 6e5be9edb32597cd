import type { Answer } from '../exchange/exchange.ts';
import type { ObservableGap } from './gap-answers.ts';

type Seen = readonly [gap: ObservableGap, observed: string];
type Fields = Readonly<Record<string, unknown>>;

const documented = ['id', 'petId', 'quantity', 'shipDate', 'complete'];
const dateForms = {
  'utc-seconds': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  millis: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  offset: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
};

/** What the orders of a list show where the specification is silent; nothing of a list that cannot be read. */
export function observeOrders(answer: Answer): readonly Seen[] {
  const orders = readOrders(answer);
  if (orders.length === 0) return [];
  return [...observeFields(orders), ...observeDates(orders), ...observeSequence(orders)];
}

function readOrders(answer: Answer): readonly Fields[] {
  try {
    const value: unknown = JSON.parse((answer.body ?? answer.content).toString('utf8'));
    if (!Array.isArray(value)) return [];
    return value.filter((order) => typeof order === 'object' && order !== null);
  } catch {
    return [];
  }
}

function observeFields(orders: readonly Fields[]): readonly Seen[] {
  const names = new Set<string>();
  const left = new Set<string>();
  for (const order of orders) {
    for (const name in order) names.add(name);
    for (const name of documented) if (!(name in order)) left.add(name);
  }
  const extra = [...names].filter((name) => !documented.includes(name));
  const missing = documented.filter((name) => left.has(name));
  return [
    [
      'optional-fields',
      missing.length === 0 ? 'all five in every order' : `some orders lack ${missing.join(', ')}`,
    ],
    [
      'extra-fields',
      extra.length === 0 ? 'none in an order' : `in an order: ${extra.slice(0, 5).join(', ')}`,
    ],
  ];
}

function observeDates(orders: readonly Fields[]): readonly Seen[] {
  const forms = new Set<string>();
  for (const { shipDate } of orders) {
    if (typeof shipDate !== 'string') continue;
    const form = Object.entries(dateForms).find(([, pattern]) => pattern.test(shipDate));
    forms.add(form?.[0] ?? 'another form');
  }
  return [...forms].sort().map((form) => ['ship-date-form', form]);
}

/** Ids as doubles are near enough to see whether they rise. */
function observeSequence(orders: readonly Fields[]): readonly Seen[] {
  const ids = orders.map(({ id }) => id).filter((id) => typeof id === 'number');
  if (ids.length < 3 || ids.length < orders.length) return [];
  const rising = ids.every((id, index) => index === 0 || id >= (ids[index - 1] ?? id));
  return [['list-order', rising ? 'by-id' : 'not by id']];
}
