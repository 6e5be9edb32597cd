import type { Clock } from '../clock.ts';
import { describeKey } from '../contract/api-key.ts';
import type { PlannedRequest } from '../contract/exchange.ts';
import { createSurvey } from '../contract/judge/list-survey.ts';
import { orderListReader } from '../contract/judge/order-list.ts';
import { ResultCollector } from '../contract/result-collector.ts';
import { count } from '../report/amounts.ts';
import { secretsOfHeaders } from '../secrets/of-request.ts';
import { createSecrets } from '../secrets/secrets.ts';
import type { CheckOptions } from './check-options.ts';
import { type CheckSettings, readCheckOptions } from './check-settings.ts';
import { createHonestTarget } from './honest-target.ts';
import type { Probe } from './probes/probe.ts';
import { probesOf, whyNotRun } from './probes/probes.ts';
import { drawRandomId, ProbeTarget } from './probes/target.ts';

export type PlannedProbe = Pick<Probe, 'id' | 'title' | 'more'> & {
  /** What it sends to a target that keeps the contract. The path of an absent order has a text instead of an id. */
  readonly requests: readonly PlannedRequest[];
  readonly withheld: string | undefined;
};

export type CheckPlan = {
  readonly settings: CheckSettings;
  readonly probes: readonly PlannedProbe[];
};

const still: Clock = { now: () => 0, sleep: async () => {} };

/**
 * Returns what `checkContract` sends with the same options to a target that keeps the contract: it runs the probes against one
 * in memory, and sends nothing. Throws a `UserError` if an option is not valid.
 */
export async function planCheck(options: CheckOptions): Promise<CheckPlan> {
  const settings = readCheckOptions(options);
  const { pendingIds, shippedIds, raceIds } = settings;
  const named = [...pendingIds, ...shippedIds, ...raceIds];
  const sent: PlannedRequest[] = [];
  const send = createHonestTarget(settings, (request) => sent.push(request));
  const target = new ProbeTarget({
    ...{ settings, send, drawId: drawRandomId, clock: still, signal: undefined },
    ...{ readList: orderListReader(createSurvey()), collector: new ResultCollector() },
    onExchange: () => {},
  });
  const probes: PlannedProbe[] = [];
  for (const probe of probesOf(settings)) {
    const why = whyNotRun(probe, settings);
    if (why === undefined) await probe.run(target);
    const requests = sent.splice(0).map((request) => withoutDrawnId(request, named));
    const withheld = requests.length > 0 ? undefined : (why ?? 'no order was named for it');
    probes.push({ ...probe, requests, withheld });
  }
  return { settings, probes };
}

function withoutDrawnId(request: PlannedRequest, named: readonly bigint[]): PlannedRequest {
  if (request.method !== 'DELETE' || request.operationId === undefined) return request;
  const isNamed = named.some((id) => request.path === `/store/orders/${id}`);
  return isNamed ? request : { ...request, path: '/store/orders/{absent id}' };
}

export function formatPlan({ settings, probes }: CheckPlan): string {
  const { target, level, requestsPerSecond: rate } = settings;
  const pace = Number.isFinite(rate) ? `${rate} per second` : 'without a rate limit';
  const planned = probes.reduce((sum, { requests }) => sum + requests.length, 0);
  const head = `Plan for ${target.baseUrl}, level ${level}: ${count(planned, 'request')} to a target that keeps the contract, ${pace}. Nothing is sent now.`;
  const { hide } = createSecrets(secretsOfHeaders(settings.headers));
  return hide(`${[head, ...probes.flatMap(linesOf)].join('\n')}\n`);
}

function linesOf({ id, title, requests, more, withheld }: PlannedProbe): readonly string[] {
  const head = `\n${id}: ${title}`;
  if (withheld !== undefined) return [`${head} (nothing: ${withheld})`];
  const lines = [...Map.groupBy(requests.map(lineOf), (line) => line)].map(([line, { length }]) =>
    length === 1 ? line : `${line}  ${length} times`,
  );
  const atMost = more === undefined ? [] : [`  at most ${more} more if the target breaks the contract`];
  return [head, ...lines, ...atMost];
}

function lineOf({ method, path, query, key }: PlannedRequest): string {
  return `  ${method} ${path}${query === '' ? '' : `?${query}`}  ${describeKey(key)}`;
}
