import type { CoverageView } from '../../control-api.ts';
import { readOrderId } from '../../order-id.ts';
import type { JournalEntry } from './journal/journal-entry.ts';

/** The groups of what a suite can meet. */
export const coverageGroups = ['outcomes', 'ids'] as const;

type Group = (typeof coverageGroups)[number];

/** What an exchange shows of the coverage of a suite. */
type CoveredExchange = Pick<JournalEntry, 'operation' | 'orderIdText' | 'cancel' | 'status'>;

/** What a suite can meet, with the sentence for a suite that does not. */
const points: Readonly<Record<Group, Readonly<Record<string, string>>>> = {
  outcomes: {
    'listOrders 200': 'No test listed the orders: GET /v1/store/orders with a valid key does.',
    'listOrders 401': 'No test met a 401 of the list: a request without a valid key provokes it.',
    'cancelOrder 204': 'No test cancelled an order: the handle "pending" of the scenario "pending" is one.',
    'cancelOrder 401': 'No test met a 401 of a cancel: a request without a valid key provokes it.',
    'cancelOrder 404': 'No test met a 404: the handle "missing" of any scenario provokes it.',
    'cancelOrder 409': 'No test met a 409: the scenario "shipped" provokes it.',
  },
  ids: {
    negative: 'No test sent a negative order id: the scenario "int64-edges" has orders with one.',
    'beyond-2^53': 'No test sent an order id beyond 2^53: the scenario "int64-edges" has orders with one.',
    unknown: 'No test cancelled an order that does not exist: the handle "missing" of any scenario is one.',
    malformed: 'No test sent an order id that is no int64: DELETE /v1/store/orders/abc does.',
  },
};

/** What the exchanges of clients met, in an environment or in a process. A reset does not clear it. */
export class Coverage {
  /** By operation, then by status: to make a name of both for each request takes longer. */
  readonly #outcomes = new Map<string, Map<number, number>>();
  readonly #ids = new Map<string, number>();

  count({ operation, status, orderIdText, cancel }: CoveredExchange): void {
    if (operation === undefined) return;
    if (status !== undefined && status !== 0) {
      const statuses = this.#outcomes.get(operation) ?? new Map<number, number>();
      this.#outcomes.set(operation, statuses);
      add(statuses, status);
    }
    if (operation === 'cancelOrder' && status !== 401)
      for (const name of idClasses(orderIdText, cancel === 'unknown')) add(this.#ids, name);
  }

  view(): CoverageView {
    const outcomes = [...this.#outcomes].flatMap(([operation, statuses]) =>
      [...statuses].map(([status, count]) => [`${operation} ${status}`, count] as const),
    );
    const met = { outcomes: Object.fromEntries(outcomes), ids: Object.fromEntries(this.#ids) };
    const holesOf = (group: Group) =>
      Object.entries(points[group])
        .filter(([name]) => met[group][name] === undefined)
        .map(([name, hole]) => ({ group, name, hole }));
    const percentOf = (group: Group): number => {
      const all = Object.keys(points[group]).length;
      return Math.floor((100 * (all - holesOf(group).length)) / all);
    };
    return {
      ...met,
      percent: { outcomes: percentOf('outcomes'), ids: percentOf('ids') },
      holes: coverageGroups.flatMap(holesOf),
    };
  }
}

function add<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** An id in no class but `unknown`: to read others as an integer takes longer. */
const ordinaryId = /^[1-9][0-9]{0,14}$/;
const largestExact = BigInt(Number.MAX_SAFE_INTEGER);

function idClasses(text: string, isUnknown: boolean): readonly string[] {
  const unknown = isUnknown ? ['unknown'] : [];
  if (ordinaryId.test(text)) return unknown;
  const reading = readOrderId(text);
  if (reading.kind === 'malformed') return [...unknown, 'malformed'];
  return [
    ...unknown,
    ...(reading.id < 0n ? ['negative'] : []),
    ...(reading.id > largestExact || reading.id < -largestExact ? ['beyond-2^53'] : []),
  ];
}
