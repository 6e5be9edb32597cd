import type { CoverageView } from '../../../control-api.ts';
import { drawnChoices } from '../gaps/choices.ts';
import { gaps } from '../gaps/gaps.ts';
import { type CoverageCounts, type CoverageGroup, coverageGroups } from './coverage.ts';

/** Something that a suite can meet. `hole`: the sentence for a suite that does not, with what provokes it. */
type CoveragePoint = CoverageView['holes'][number];

const fixed: Readonly<Record<Exclude<CoverageGroup, 'gaps'>, Readonly<Record<string, string>>>> = {
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
  faults: {
    'listOrders lost': lost('a list', '{"kind":"reset","operation":"listOrders"}'),
    'listOrders refused': refused('A list', 'listOrders'),
    'listOrders slow': slow('A list', 'listOrders'),
    'listOrders broken-body': `No test met a cut or garbled list: ${fault('{"kind":"truncate","operation":"listOrders"}')}`,
    'cancelOrder lost-before-commit': lost(
      'a cancel that did not take effect',
      '{"kind":"reset","operation":"cancelOrder"}',
    ),
    'cancelOrder lost-after-commit': lost(
      'a cancel that took effect',
      '{"kind":"reset","when":"after-commit"}',
    ),
    'cancelOrder refused': refused('A cancel', 'cancelOrder'),
    'cancelOrder slow': slow('A cancel', 'cancelOrder'),
  },
  actors: {
    cancel: actor('No other client cancelled an order before a cancel of the tests', 'cancel', 'cancelOrder'),
    ship: actor('No order shipped right before its cancel', 'ship', 'cancelOrder'),
    remove: actor('No order left between two lists', 'remove', 'listOrders'),
    place: actor('No order appeared between two lists', 'place', 'listOrders'),
    'revoke-key': actor('No key was revoked between two requests', 'revoke-key', 'cancelOrder'),
  },
  races: {
    cancelOrder:
      'Nothing happened while a cancel was in progress: a hold (POST /environments/{name}/holds) and another request provoke it.',
    listOrders:
      'Nothing happened while a list was in progress: the fault {"kind":"latency","ms":500,"operation":"listOrders"} and another request provoke it.',
  },
};

function fault(json: string): string {
  return `the fault ${json} provokes it.`;
}

function actor(what: string, does: string, operation: string): string {
  return `${what}: ${fault(`{"kind":"meanwhile","does":"${does}","operation":"${operation}"}`)}`;
}

function lost(what: string, json: string): string {
  return `No test lost the response of ${what}: ${fault(json)}`;
}

function refused(what: string, operation: string): string {
  const json = `{"kind":"status","status":503,"operation":"${operation}"}`;
  return `${what} was never refused because the service is unavailable: ${fault(json)}`;
}

function slow(what: string, operation: string): string {
  return `${what} was never slow: ${fault(`{"kind":"latency","ms":2000,"operation":"${operation}"}`)}`;
}

/** Returns every point that counts. Of the gaps, only those on which a response relied: the others are not in the suite's way. */
export function coveragePoints(counts: CoverageCounts): readonly CoveragePoint[] {
  const relied = new Set(Object.keys(counts.gaps).map((name) => name.slice(0, name.indexOf('='))));
  const choices = gaps
    .filter(({ key }) => relied.has(key))
    .flatMap((gap) =>
      drawnChoices(gap).map((choice) => ({
        group: 'gaps' as const,
        name: `${gap.key}=${choice}`,
        hole: `No response relied on ${gap.key}=${choice}: --gap ${gap.key}=${choice}, or matrix, provokes it.`,
      })),
    );
  const others = (['outcomes', 'ids', 'faults', 'actors', 'races'] as const).flatMap((group) =>
    Object.entries(fixed[group]).map(([name, hole]) => ({ group, name, hole })),
  );
  return [...others, ...choices];
}

/** Compares what was met with what can be met. */
export function viewCoverage(counts: CoverageCounts): CoverageView {
  const points = coveragePoints(counts);
  const isMet = ({ group, name }: CoveragePoint): boolean => (counts[group][name] ?? 0) > 0;
  const percentOf = (group: CoverageGroup): number => {
    const all = points.filter((point) => point.group === group);
    return all.length === 0 ? 0 : Math.floor((100 * all.filter(isMet).length) / all.length);
  };
  const percent = Object.fromEntries(coverageGroups.map((group) => [group, percentOf(group)]));
  return {
    ...counts,
    percent: percent as CoverageView['percent'],
    holes: points.filter((point) => !isMet(point)),
  };
}
