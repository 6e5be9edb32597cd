import { type Clock, machineClock } from '../clock.ts';
import { createResultCollector, type ResultCollector, skippedByUser } from '../contract/collect-results.ts';
import { conclude } from '../contract/conclude.ts';
import type { Exchange, FailureReason, PlannedRequest, Send } from '../contract/exchange.ts';
import { observeGaps } from '../contract/gaps/observe-gaps.ts';
import { hideInReport } from '../contract/hide-in-report.ts';
import { reasonToSkip, whyIncomplete, whyNotTheService, whyUnreachable } from '../contract/incomplete.ts';
import { openContract } from '../contract/judge/contract.ts';
import { onlySpecified } from '../contract/judge/judge-specified.ts';
import type { Judge } from '../contract/judge/judgement.ts';
import { type SurveyList, surveyList, surveyOnce } from '../contract/judge/list-survey.ts';
import { orderListReader } from '../contract/judge/order-list.ts';
import type { Incomplete, Report } from '../contract/report.ts';
import { listOrders } from '../contract/requests.ts';
import { retryAfterMs, unavailableResponse } from '../contract/unavailable.ts';
import { readProxy } from '../http/http-proxy.ts';
import { type CheckOptions, type CheckSettings, readCheckOptions } from './check-options.ts';
import { createSender } from './connection/sender.ts';
import { namedOrders } from './named-orders.ts';
import { nameOrdersByHandle } from './orders-by-handle.ts';
import { isProbeSkipped } from './plan-check.ts';
import { drawRandomId } from './probes/absent-ids.ts';
import type { DrawId, Probe, ProbeContext } from './probes/probe.ts';
import { probesOf, reaches } from './probes/probes.ts';
import { createListsSeen } from './safety/lists-seen.ts';
import { createPace, createSafeSender } from './safety/safe-sender.ts';
import { createSafetyPolicy } from './safety/safety-policy.ts';
import { createSkippedRequests } from './safety/skipped-requests.ts';
import { secretsOfCheck } from './secrets-of-check.ts';
import { startTimeLimit, type TimeLimit } from './time-limit.ts';

/** Hooks and dependencies of a check. */
export type CheckContext = {
  /** Ends the check; the report contains what was found so far. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each exchange after it was judged, with the number of findings of the judge. */
  readonly onExchange?: ((exchange: Exchange, findings: number) => void) | undefined;
  /** Called when the target does not respond yet and `waitSeconds` allows another attempt. */
  readonly onWait?: ((leftMs: number, why: string) => unknown) | undefined;
  readonly clock?: Clock | undefined;
  readonly drawId?: DrawId | undefined;
};

/**
 * Checks whether a target fulfils the contract, up to `level`. Violations are in the report. Throws a `UserError` if an
 * option is not valid. The report does not contain the API key.
 *
 * @example
 * const report = await checkContract({ url: 'http://localhost:4010/v1', apiKey: 'secret', level: 'probe' });
 */
export async function checkContract(options: CheckOptions & CheckContext): Promise<Report> {
  const given = readCheckOptions(options);
  const { onExchange, clock = machineClock, drawId = drawRandomId } = options;
  using timeLimit = startTimeLimit(given.totalTimeoutMs, clock, options.signal);
  const { signal } = timeLimit;
  const send = senderFor(given, clock, signal);
  const survey = surveyOnce(surveyList);
  const secrets = secretsOfCheck(given);
  const { judge } = await openContract(options.document, { hide: secrets.hide, survey });
  await waitForTarget(given, clock, { ...options, signal });
  const settings = await nameOrdersByHandle(given, clock, signal);
  const report = await runCheck({
    settings,
    send,
    judge,
    survey,
    clock,
    drawId,
    signal,
    timeLimit,
    onExchange,
  });
  return hideInReport(report, secrets);
}

/** A check whose options are read and whose connection and contract are open. */
export type CheckRun = Pick<CheckContext, 'signal' | 'onExchange'> & {
  readonly settings: CheckSettings;
  readonly send: Send;
  readonly judge: Judge;
  readonly survey: SurveyList;
  readonly clock: Clock;
  readonly drawId: DrawId;
  readonly timeLimit?: TimeLimit;
};

/** Sends the requests of each probe that the safety policy permits, judges each exchange, and makes the report. */
export async function runCheck(run: CheckRun): Promise<Report> {
  const { settings, send, clock, signal, drawId } = run;
  const { pendingIds, shippedIds, maxRequests, requestsPerSecond } = settings;
  const startedAt = clock.now();
  const collector = createResultCollector(settings.skip);
  const exchanges: Exchange[] = [];
  const lists = createListsSeen(orderListReader(run.survey));
  const sender = createSafeSender({
    send,
    policy: createSafetyPolicy(settings, lists),
    skipped: createSkippedRequests(settings),
    lists,
    pace: createPace(requestsPerSecond, clock),
    clock,
    waitMs: settings.waitSeconds * 1000,
    maxRequests,
    signal,
    onExchange: async (exchange) => {
      exchanges.push(exchange);
      if (signal?.aborted !== true) await judgeInto(collector, exchange, run);
    },
  });
  checkBasePath(settings, collector);
  if (settings.proxy !== undefined)
    collector.note(`Requests went through ${readProxy(settings.proxy).where}.`);
  const pause = (ms: number) => clock.sleep(ms, signal);
  const probeContext = {
    attempt: sender.attempt,
    collector,
    lists,
    drawId,
    cancelled: new Set<bigint>(),
    pause,
    pendingIds,
    shippedIds,
  };
  const stopped = await runProbes(probeContext, settings, exchanges);
  const timedOut = run.timeLimit?.isOver() === true;
  const aborted = signal?.aborted === true && !timedOut;
  const end = { aborted, timedOut, stopped, exchanges, maxRequests, ...sender.state() };
  const incomplete = whyIncomplete(end);
  const { results } = collector;
  const orders = namedOrders({
    named: settings,
    exchanges,
    findings: results.findings,
    withheld: sender.state().withheld,
    otherwise: incomplete === undefined ? 'its probe ended before it' : reasonToSkip(incomplete),
  });
  return conclude({ settings, results, exchanges, orders, incomplete, startedAt, endedAt: clock.now() });
}

/** Runs the probes of the level. Stops if the target is unreachable, is another service or rejects the key. */
async function runProbes(
  context: ProbeContext,
  settings: CheckSettings,
  exchanges: readonly Exchange[],
): Promise<Incomplete | undefined> {
  const { level, target } = settings;
  let stopped: Incomplete | undefined;
  for (const probe of probesOf(settings)) {
    if (stopped !== undefined) skip(context.collector, probe, reasonToSkip(stopped));
    else if (!reaches(level, probe.level))
      skip(context.collector, probe, `level ${level} does not include it; use --level ${probe.level}`);
    else if (isProbeSkipped(probe, settings)) skip(context.collector, probe, skippedByUser);
    else await probe.run(context);
    stopped ??= whyUnreachable(target, exchanges);
    if (probe.id !== 'list') stopped ??= whyNotTheService(target, exchanges);
  }
  return stopped;
}

function skip(collector: ResultCollector, probe: Probe, reason: string): void {
  for (const rule of probe.rules) collector.untested(rule, reason);
}

/** Judges an exchange when it ends, so that an aborted check still reports what it found. */
async function judgeInto(
  collector: ResultCollector,
  exchange: Exchange,
  { judge, survey, onExchange, settings }: CheckRun,
): Promise<void> {
  const judgement = onlySpecified(exchange, await judge(exchange));
  collector.judged(exchange, judgement);
  for (const gap of observeGaps(exchange, survey)) collector.observed(gap);
  const findings = judgement.findings.filter(({ rule }) => !settings.skip.includes(rule));
  onExchange?.(exchange, findings.length);
}

function checkBasePath({ target: { basePath, baseUrl } }: CheckSettings, collector: ResultCollector): void {
  const expected = 'a base address whose path ends in /v1';
  if (basePath.endsWith('/v1')) collector.kept('R01', undefined);
  else collector.broken({ rule: 'R01', exchange: undefined, expected, got: baseUrl });
}

function senderFor(settings: CheckSettings, clock: Clock, signal: AbortSignal | undefined): Send {
  return createSender({ ...settings, baseUrl: settings.target.baseUrl, signal, now: clock.now });
}

const waitStepMs = 500;
/** Failures that waiting does not change. */
const lasting: readonly FailureReason[] = ['tls', 'not-http', 'http-port', 'https-port'];

/**
 * Sends a request, by default for the list, until the service responds or the time is over. Does not judge the response.
 * Waits as long as a Retry-After asks, if it allows another attempt within the time.
 */
export async function waitForTarget(
  settings: CheckSettings,
  clock: Clock,
  { signal, onWait }: CheckContext,
  request: PlannedRequest = listOrders(),
): Promise<void> {
  const until = clock.now() + settings.waitSeconds * 1000;
  const send = senderFor(settings, clock, signal);
  while (clock.now() < until && signal?.aborted !== true) {
    const exchange = await send(request);
    const response = unavailableResponse(exchange);
    const { outcome } = exchange;
    if (outcome.kind === 'responded' ? response === undefined : lasting.includes(outcome.reason)) return;
    const leftMs = until - clock.now();
    const pauseMs = Math.max(waitStepMs, (response && retryAfterMs(response, clock.now())) ?? 0);
    if (pauseMs > leftMs && response !== undefined) return;
    onWait?.(leftMs, outcome.kind === 'failed' ? outcome.message : `it responds with ${response?.status}`);
    await clock.sleep(pauseMs, signal);
  }
}
