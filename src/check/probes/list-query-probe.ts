import type { PlannedRequest } from '../../contract/exchange.ts';
import { listOrders } from '../../contract/requests.ts';
import { type PlannedStep, type Probe, type ProbeContext, planned } from './probe.ts';
import { compareQuery, confirmations, queryRounds, withQuery } from './query-comparison.ts';

/** Parameters that a target could use to filter the list: each of them would select few orders or none. */
const filters = words(`status=cancelled complete=true petId=7403919220 quantity=739391 id=7403919220
  shipDate=1970-01-01T00%3A00%3A00Z q=7403919220 filter=7403919220 ids=7403919220
  search=7403919220 fields=id sort=id`);

/** The usual names of the number of orders on a page. */
const sizes = words(`limit size per_page perPage pageSize page_size page%5Bsize%5D $top first count take max
  maxResults rows`).map((name) => `${name}=1`);

/** The usual names of the place where a page begins. */
const places = words(
  `page page%5Bnumber%5D offset cursor after start skip $skip p pageNumber pageToken pageIndex from`,
).map((name) => `${name}=2`);

/** Every parameter. They are sent together, because each of them would shorten a list with orders. */
const allParameters: readonly string[] = [...filters, ...sizes, ...places];

/** Sent in addition, each at its own time: a target may know only these states. One of them shortens any list. */
const otherFilters = ['status=pending&complete=false', 'status=shipped'];

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
    if (together === 'same') await compareEach(context, otherFilters);
    if (together === 'refused') await compareEach(context, singleParameters);
  },
};

/** Ends at the first query that changes the list, or that cannot be compared. */
async function compareEach(context: ProbeContext, queries: readonly string[]): Promise<void> {
  for (const query of queries) if ((await compareQuery(context, query)) === 'decided') return;
}

function conditionalSteps(): readonly PlannedStep[] {
  const compared = (times: number) =>
    Array<PlannedRequest[]>(times)
      .fill([listOrders(), withQuery(all)])
      .flat();
  return [
    ...planned(refusalsThatCount - 1, withQuery(all), 'only if the parameters are refused'),
    ...steps(
      'only if the list with query parameters differs from the plain one',
      compared(queryRounds).slice(0, -1),
    ),
    ...steps(
      'only if the list with query parameters differs twice from the plain one',
      compared(confirmations),
    ),
    ...steps('only to find the parameter that changes the list', [withQuery('{some of them}')]),
    ...steps('only if the parameters are ignored', otherFilters.map(withQuery)),
    ...steps('only if the parameters are refused together', singleParameters.map(withQuery)),
  ];
}

function steps(condition: string, requests: readonly PlannedRequest[]): readonly PlannedStep[] {
  return requests.map((request) => ({ request, condition }));
}

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}
