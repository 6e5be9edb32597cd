import { Coverage, type CoveredExchange } from '../../src/simulator/environment/coverage/coverage.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import { compareInShortRounds, median } from '../compare.ts';
import { atMost, type Row } from '../row.ts';
import { product, raw } from '../servers/product.ts';
import { listing } from './lists.ts';
import type { Bench } from './measure.ts';

/** Measures the time to count an exchange in the coverage, relative to the CPU time of the whole of the shortest exchanges. */
export async function* coverage({ files, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await files.orders(10);
  const { other } = await compareInShortRounds(raw(scenario), product(scenario), pace, listing);
  const times = Array.from({ length: 3 * pace.rounds }, () => microsOf(exchanges));
  yield {
    measure: 'coverage of an exchange, beside a list of 10, CPU',
    ratio: median(times) / other.cpuMicros,
    must: atMost(0.02),
    raw: `${other.cpuMicros.toFixed(1)} µs`,
    product: `${median(times).toFixed(2)} µs`,
  };
}

const choices = Object.fromEntries(gaps.map((gap) => [gap.key, gap.default]));

const refused: CoveredExchange = {
  ...{ operation: 'cancelOrder', status: 404, orderIdText: '48259999', cancel: 'unknown' },
  ...{ reliedOn: ['content-type', 'cancel-again'], choices, faults: [], begun: 1, ended: 2 },
};
const exchanges: readonly CoveredExchange[] = [
  {
    ...{ operation: 'listOrders', status: 200, orderIdText: '', cancel: undefined, choices, faults: [] },
    ...{ begun: 1, ended: 2 },
    reliedOn: ['list-order', 'content-type', 'ship-date-form', 'etag'],
  },
  refused,
  { ...refused, status: 204, orderIdText: '48250918', cancel: 'cancelled' },
  { ...refused, status: 409, orderIdText: '48253083', cancel: 'already-shipped' },
];

const counted = 400_000;

/** Returns the CPU time for one exchange, counted for its environment and for the process. */
function microsOf(all: readonly CoveredExchange[]): number {
  const environment = new Coverage(new Coverage());
  const before = process.cpuUsage();
  for (let at = 0; at < counted / all.length; at++) for (const exchange of all) environment.count(exchange);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / counted;
}
