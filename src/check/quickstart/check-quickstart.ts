import { machineClock } from '../../clock.ts';
import {
  type CheckResults,
  createResultCollector,
  type ResultCollector,
} from '../../contract/collect-results.ts';
import { decide } from '../../contract/decide.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { hideInReport } from '../../contract/hide-in-report.ts';
import { whyIncomplete, whyUnreachable } from '../../contract/incomplete.ts';
import type { Incomplete, Report } from '../../contract/report.ts';
import { quickstartRules } from '../../contract/rules/quickstart-rules.ts';
import { ruleOf } from '../../contract/rules/rules.ts';
import { isUnavailable } from '../../contract/unavailable.ts';
import { UserError } from '../../user-error.ts';
import { version } from '../../version.ts';
import { type CheckContext, waitForTarget } from '../check-contract.ts';
import { type CheckOptions, type CheckSettings, readCheckOptions } from '../check-options.ts';
import { createSender } from '../connection/sender.ts';
import type { CheckPlan } from '../plan-check.ts';
import { createPace } from '../safety/safe-sender.ts';
import { secretsOfCheck } from '../secrets-of-check.ts';
import { startTimeLimit } from '../time-limit.ts';
import { judgeMessageExchange } from './judge-message-exchange.ts';
import { type MessageRequest, messageRequests, messageWithoutKey } from './message-requests.ts';

/** Rules about any response and any Error body that the quickstart can break too. */
const sharedRules = ['R02', 'R19', 'R20', 'R21', 'R22', 'R23', 'R24'] as const;

const rulesOfReport = [...sharedRules, ...quickstartRules.map(({ id }) => id)].map((id) => ({
  ...ruleOf(id),
  id,
}));

/**
 * Checks POST /messages of the quickstart at `url`, an interface of its own, against the contract. Posts one message, which
 * the target queues, and requests that the target must refuse; so it needs level `cancel`, and `ownsOrders` on another
 * host. Options about orders have no effect. Throws a `UserError` if an option is not valid.
 *
 * @example
 * await checkQuickstart({ url: 'http://localhost:4010/quickstart', apiKey: 'secret', level: 'cancel' });
 */
export async function checkQuickstart(options: CheckOptions & CheckContext): Promise<Report> {
  const settings = readQuickstartOptions(options);
  const { onExchange, clock = machineClock } = options;
  using timeLimit = startTimeLimit(settings.totalTimeoutMs, clock, options.signal);
  const { signal } = timeLimit;
  await waitForTarget(settings, clock, { ...options, signal }, messageWithoutKey);
  const startedAt = clock.now();
  const collector = createResultCollector(settings.skip);
  const exchanges: Exchange[] = [];
  const send = createSender({ ...settings, baseUrl: settings.target.baseUrl, signal, now: clock.now });
  const pace = createPace(settings.requestsPerSecond, clock);
  const secrets = secretsOfCheck(settings);
  const planned = messageRequests.filter((request) => !isSkipped(request, settings));
  for (const one of planned) {
    if (exchanges.length >= settings.maxRequests || whyUnreachable(settings.target, exchanges)) break;
    await pace.ready(signal);
    if (signal.aborted) break;
    const exchange = await send(one.request);
    exchanges.push(exchange);
    if (signal.aborted) break;
    const findings = judgeMessageExchange(one, exchange, collector, secrets.hide);
    onExchange?.(exchange, findings);
  }
  const timedOut = timeLimit.isOver();
  const incomplete = whyIncomplete({
    aborted: signal.aborted && !timedOut,
    timedOut,
    stopped: whyUnreachable(settings.target, exchanges) ?? whyNotTheQuickstart(settings, exchanges),
    exchanges,
    budgetSpent: exchanges.length >= settings.maxRequests && exchanges.length < planned.length,
    maxRequests: settings.maxRequests,
    repeated: new Set(),
  });
  const report = conclude(settings, collector, incomplete, { exchanges, startedAt, endedAt: clock.now() });
  return hideInReport(report, secrets);
}

/** Returns what `checkQuickstart` would send with the same options. Sends nothing. Throws a `UserError`. */
export function planQuickstart(options: CheckOptions): CheckPlan {
  const settings = readQuickstartOptions(options);
  const steps = messageRequests.filter((request) => !isSkipped(request, settings));
  const title = 'post messages; the last one is queued';
  return { settings, probes: [{ id: 'quickstart', title, steps, withheld: undefined }] };
}

function isSkipped({ rules }: MessageRequest, { skip }: CheckSettings): boolean {
  return rules.every((rule) => skip.includes(rule));
}

function readQuickstartOptions(options: CheckOptions): CheckSettings {
  const settings = readCheckOptions(options, 'messages');
  const { target, level, cancelBlocked } = settings;
  const fail = (what: string, hint: string): never => {
    throw new UserError({ where: '--quickstart', what, hint });
  };
  if (target.basePath.endsWith('/messages'))
    fail(
      'is the address of the messages',
      `give the base address: ${target.baseUrl.slice(0, -'/messages'.length)}`,
    );
  if (level !== 'cancel') fail('posts a message, which the target queues', 'permit it with --level cancel');
  if (cancelBlocked !== undefined)
    fail('posts a message to another host', 'permit it with --i-own-these-orders');
  if (options.headers?.some(([name]) => name.toLowerCase() === 'content-type'))
    fail('sets Content-Type itself', 'remove the header');
  return settings;
}

/** Returns why the target is not the quickstart, does not accept the key, or did not respond itself. */
function whyNotTheQuickstart(
  { target: { baseUrl } }: CheckSettings,
  exchanges: readonly Exchange[],
): Incomplete | undefined {
  const statuses = exchanges.flatMap(({ outcome }) =>
    outcome.kind === 'responded' ? [outcome.response.status] : [],
  );
  const place = `${baseUrl}/messages`;
  const [first] = statuses;
  if (first === undefined || statuses.length < exchanges.length) return undefined;
  if (
    exchanges.some(({ request }) => request.key.kind === 'valid') &&
    statuses.every((status) => status === 401)
  )
    return {
      kind: 'wrong-key',
      message: `${place} responds with 401 to every request, even with the API key: the key belongs to another service or is incomplete.`,
    };
  if (statuses.every((status) => [404, 405, 410].includes(status) || (status >= 300 && status < 400)))
    return {
      kind: 'other-service',
      message: `${place} looks like another service (${first} for every request): check the base address of the quickstart.`,
    };
  const busy = statuses.find(isUnavailable);
  if (busy === undefined) return undefined;
  const message = `${place} responded with ${busy}, which says nothing about the contract: check it again later.`;
  return { kind: 'failed', message };
}

type Course = {
  readonly exchanges: readonly Exchange[];
  readonly startedAt: number;
  readonly endedAt: number;
};

function conclude(
  settings: CheckSettings,
  { results }: ResultCollector,
  incomplete: Incomplete | undefined,
  { exchanges, startedAt, endedAt }: Course,
): Report {
  const judged = incomplete !== undefined && recognizedNothing.includes(incomplete.kind) ? unjudged : results;
  const verdict = decide({
    results: judged,
    criteria: settings,
    orders: [],
    incomplete,
    now: endedAt,
    table: rulesOfReport,
  });
  return {
    tool: { name: 'store-orders-sim', version },
    target: settings.target.baseUrl,
    level: 'cancel',
    headers: settings.headers.map(([name]) => name),
    startedAt: new Date(startedAt).toISOString(),
    durationMs: endedAt - startedAt,
    gaps: judged.gaps,
    orders: [],
    exchanges,
    ...verdict,
  };
}

const recognizedNothing: readonly Incomplete['kind'][] = ['other-service', 'wrong-key'];

const unjudged: CheckResults = {
  findings: [],
  counts: new Map(),
  exercised: new Map(),
  reasons: new Map(rulesOfReport.map(({ id }) => [id, 'the target was not recognized'])),
  gaps: [],
  notes: [],
};
