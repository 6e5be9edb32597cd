import { listOrders } from '../../contract/requests.ts';
import { allParameters, otherFilters, singleParameters } from './list-queries.ts';
import type { PlannedStep, Probe, ProbeContext } from './probe.ts';
import { compareQuery, queryRounds, withQuery } from './query-comparison.ts';

const all = allParameters.join('&');
/** The number of times that the parameters are sent to a target that refuses them: it may refuse only some requests. */
const refusalsThatCount = 3;

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
