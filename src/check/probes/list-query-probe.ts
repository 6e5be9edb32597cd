import { listOrders } from '../../contract/requests.ts';
import type { PlannedStep, Probe, ProbeContext } from './probe.ts';
import { compareQuery, queryRounds, withQuery } from './query-comparison.ts';

/** Parameters that a target could use to filter the list: each of them would select few orders or none. */
const filters = [
  'status=cancelled',
  'complete=true',
  'petId=7403919220',
  'quantity=739391',
  'id=7403919220',
  'shipDate=1970-01-01T00:00:00Z',
  'q=7403919220',
  'filter=7403919220',
];

/** The usual names of the number of orders on a page. */
const sizes = [
  'limit',
  'size',
  'per_page',
  'perPage',
  'pageSize',
  'page_size',
  'page%5Bsize%5D',
  '$top',
  'first',
  'count',
  'take',
  'max',
  'maxResults',
  'rows',
].map((name) => `${name}=1`);

/** The usual names of the place where a page begins. */
const places = [
  'page',
  'page%5Bnumber%5D',
  'pageNumber',
  'pageToken',
  'p',
  'offset',
  'cursor',
  'after',
  'start',
  'skip',
  '$skip',
].map((name) => `${name}=2`);

/** Every parameter. They are sent together, because each of them would shorten a list with orders. */
const allParameters: readonly string[] = [...filters, ...sizes, ...places];

/** Sent in addition if every order is complete. */
const otherFilters = 'status=pending&complete=false';

/** Sent one by one to a target that refuses them together, because it may refuse only some of them. */
const singleParameters: readonly string[] = allParameters.filter((parameter) =>
  /^(?:status|complete|petId|quantity|limit|per_page|pageSize|page%5Bsize%5D|\$top|page|offset|cursor)=/.test(
    parameter,
  ),
);

const all = allParameters.join('&');
/** The number of times that the parameters are sent to a target that refuses them: it may refuse only some requests. */
const refusalsThatCount = 4;

/** Lists the orders with query parameters and compares them with the plain lists before and after. */
export const listQueryProbe: Probe = {
  id: 'list-query',
  title: 'list the orders with query parameters',
  level: 'observe',
  rules: ['R13'],
  plan: () => [{ request: withQuery(all) }, ...conditionalSteps()],
  async run(context) {
    const together = await compareQuery(context, all, refusalsThatCount);
    if (together === 'same' && everyOrderIsComplete(context)) await compareQuery(context, otherFilters);
    if (together === 'refused') await compareSingly(context);
  },
};

/** Ends at the first parameter that changes the list, or that cannot be compared. */
async function compareSingly(context: ProbeContext): Promise<void> {
  for (const parameter of singleParameters)
    if ((await compareQuery(context, parameter)) === 'decided') return;
}

function everyOrderIsComplete({ lists }: ProbeContext): boolean {
  const list = lists.latest();
  return (
    list.kind === 'read' &&
    list.sample.every((order) => (Object(order) as { complete?: unknown }).complete === true)
  );
}

function conditionalSteps(): readonly PlannedStep[] {
  const refused = Array.from({ length: refusalsThatCount - 1 }, () => withQuery(all));
  const compared = Array.from({ length: queryRounds }, () => [listOrders(), withQuery(all)]).flat();
  return [
    ...steps('only if the parameters are refused', refused),
    ...steps('only if the list with query parameters differs from the plain one', compared.slice(0, -1)),
    ...steps('only to find the parameter that changes the list', [withQuery('{some of them}')]),
    ...steps('only if every order is complete', [withQuery(otherFilters)]),
    ...steps('only if the parameters are refused together', singleParameters.map(withQuery)),
  ];
}

function steps(condition: string, requests: readonly ReturnType<typeof withQuery>[]): readonly PlannedStep[] {
  return requests.map((request) => ({ request, condition }));
}
