import type { OrderList } from '../judge/judgement.ts';
import type { Attempt } from '../safety/conduct.ts';
import type { PlannedStep, Probe, Scene } from './probe.ts';
import { listOrders, validKey } from './requests.ts';
import { sameOrders } from './same-orders.ts';

/**
 * Every parameter that would filter or page if any of them did. They are tried at once: each alone would leave less of
 * a list that has an order.
 */
export const listQuery = 'status=pending&complete=true&petId=0&limit=1&page=2&offset=1&size=1&cursor=1';

const withQuery = listOrders(validKey, listQuery);
const rounds = 3;
/** So often a difference must show between two equal plain lists before it counts. */
const differencesThatCount = 2;
const changing =
  'The list changed between two plain requests: other people use the target; comparisons were repeated.';

/** Lists the orders with query parameters and compares with the plain lists before and after. */
export const listQueryProbe: Probe = {
  id: 'list-query',
  title: 'list the orders with query parameters',
  level: 'observe',
  rules: ['R13'],
  plan: () => [{ request: withQuery }, ...repetitions()],
  async run(scene) {
    let differences = 0;
    for (let round = 0; round < rounds; round += 1) {
      const result = await compareOnce(scene);
      if (result.kind === 'over') return;
      if (result.kind === 'differs') differences += 1;
      if (result.kind === 'differs' && differences === differencesThatCount)
        return scene.evidence.broken(result.finding);
    }
    scene.evidence.untested('R13', 'the list kept changing');
  },
};

function repetitions(): readonly PlannedStep[] {
  const condition = 'only if the list with query parameters differs from the plain one';
  const requests = Array.from({ length: rounds }, () => [listOrders(), withQuery]).flat();
  return requests.slice(0, -1).map((request) => ({ request, condition }));
}

type Comparison =
  | { readonly kind: 'over' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'differs'; readonly finding: Parameters<Scene['evidence']['broken']>[0] };

async function compareOnce(scene: Scene): Promise<Comparison> {
  const { evidence, lists } = scene;
  const before = lists.latest();
  const asked = await scene.attempt(withQuery);
  const list = comparable(scene, before, asked);
  if (list === undefined || before.kind === 'unreadable' || asked.kind !== 'answered')
    return { kind: 'over' };
  const agree = (): Comparison => {
    evidence.kept('R13', asked.exchange);
    evidence.observed({
      gap: 'list-query',
      observed: 'ignore',
      allowed: true,
      exchange: asked.exchange.number,
    });
    return { kind: 'over' };
  };
  if (sameOrders(before, list)) return agree();
  await scene.attempt(listOrders());
  const after = lists.latest();
  if (after.kind === 'unreadable') {
    evidence.untested('R13', `the list cannot be read: ${after.why}`);
    return { kind: 'over' };
  }
  if (!sameOrders(before, after)) evidence.note(changing);
  if (sameOrders(after, list)) return agree();
  if (!sameOrders(before, after)) return { kind: 'changed' };
  const finding = {
    rule: 'R13',
    exchange: asked.exchange.number,
    expected: `the ${before.orders} orders of the lists before and after`,
    got: `${list.orders} orders with ?${listQuery}`,
  } as const;
  return { kind: 'differs', finding };
}

/** The list that came with query parameters, if it can be compared; otherwise says why R13 is not tested. */
function comparable(
  { evidence, lists }: Scene,
  before: ReturnType<Scene['lists']['latest']>,
  asked: Attempt,
): Extract<OrderList, { kind: 'read' }> | undefined {
  const untested = (reason: string): undefined => {
    evidence.untested('R13', reason);
    return undefined;
  };
  if (asked.kind === 'withheld') return untested(asked.reason);
  if (asked.kind === 'failed')
    return untested(`request ${asked.exchange.number} got no answer: ${asked.message}`);
  const { exchange, answer } = asked;
  if (answer.status === 400) {
    evidence.kept('R13', exchange);
    const observed = 'bad-request';
    evidence.observed({ gap: 'list-query', observed, allowed: true, exchange: exchange.number });
    return undefined;
  }
  if (before.kind === 'unreadable') return untested(`there is no plain list to compare with: ${before.why}`);
  if (answer.status !== 200) return untested(`request ${exchange.number} was answered with ${answer.status}`);
  const list = lists.read(answer);
  if (list.kind === 'unreadable')
    return untested(`the list with query parameters cannot be read: ${list.why}`);
  if (before.orders === 0 && list.orders === 0)
    return untested('the list is empty: there is nothing to filter');
  return list;
}
