import type { CheckSettings } from './check-options.ts';
import type { CheckClock } from './clock.ts';
import { conclude } from './conclude.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { observeGaps } from './gaps/observe-gaps.ts';
import { whyCutShort, whyNotTheService, whyUnreachable } from './incomplete.ts';
import type { Judgement } from './judge/judgement.ts';
import type { SurveyList } from './judge/list-survey.ts';
import { orderListReader } from './judge/order-list.ts';
import { type Judge, judgeOnce } from './judge-once.ts';
import type { Probe, Scene } from './probes/probe.ts';
import { probes, reaches } from './probes/probes.ts';
import type { Incomplete, Report } from './report.ts';
import { createConduct } from './safety/conduct.ts';
import type { DrawId } from './safety/draw-id.ts';
import { createListsSeen } from './safety/lists-seen.ts';
import { createPace } from './safety/pace.ts';
import { createGate } from './safety/safety-policy.ts';
import type { Exchange, Send } from './wire/exchange.ts';
import { shareBodies } from './wire/share-bodies.ts';

/** What a check works with. */
export type CheckParts = {
  readonly settings: CheckSettings;
  readonly send: Send;
  readonly judge: Judge;
  readonly survey: SurveyList;
  readonly clock: CheckClock;
  readonly drawId: DrawId;
  /** Ends the check; the report holds what was found so far. */
  readonly signal?: AbortSignal | undefined;
  /** Told each exchange when it has been judged, and how many findings the judge has about it. */
  readonly onExchange?: ((exchange: Exchange, findings: number) => void) | undefined;
};

/** Runs every probe that the level allows and reports. Rejects only for a bug of ours. */
export async function runCheck(parts: CheckParts): Promise<Report> {
  const { settings, clock, signal } = parts;
  const startedAt = clock.now();
  const evidence = createEvidence();
  const exchanges: Exchange[] = [];
  const lists = createListsSeen(orderListReader(parts.survey));
  const conduct = createConduct({
    send: shareBodies(parts.send),
    gate: createGate(settings, lists),
    lists,
    pace: createPace(settings.requestsPerSecond, clock),
    maxRequests: settings.maxRequests,
    signal,
    onExchange: takeIn(parts, evidence, exchanges),
  });
  const { pendingIds, shippedIds } = settings;
  const scene = { attempt: conduct.attempt, evidence, lists, drawId: parts.drawId, pendingIds, shippedIds };
  checkBasePath(settings, evidence);
  const early = await runProbes(scene, settings, exchanges);
  const incomplete: Incomplete | undefined =
    signal?.aborted === true
      ? { kind: 'aborted', message: 'The check was ended before its end; this is what was found so far.' }
      : (early ?? whyCutShort(exchanges, conduct.budgetSpent(), settings.maxRequests));
  const summary = evidence.summary;
  return conclude({ settings, evidence: summary, exchanges, incomplete, startedAt, endedAt: clock.now() });
}

/** Runs the probes; stops when the target turns out to be out of reach, another service, or closed to the key. */
async function runProbes(
  scene: Scene,
  { level, target }: CheckSettings,
  exchanges: readonly Exchange[],
): Promise<Incomplete | undefined> {
  let early: Incomplete | undefined;
  for (const probe of probes) {
    if (early !== undefined) skip(scene.evidence, probe, earlyReasons[early.kind]);
    else if (!reaches(level, probe.level))
      skip(scene.evidence, probe, `level ${level} leaves it out; --level ${probe.level} exercises it`);
    else await probe.run(scene);
    early ??= whyUnreachable(target, exchanges);
    if (probe.id !== 'list') early ??= whyNotTheService(target, exchanges);
  }
  return early;
}

const earlyReasons: Readonly<Record<Incomplete['kind'], string>> = {
  unreachable: 'the target cannot be reached',
  tls: 'no trusted TLS connection',
  'wrong-key': 'the target does not take the key',
  'other-service': 'the target looks like another service',
  budget: 'the budget is spent',
  aborted: 'the check was ended before',
  failed: 'a request got no answer',
};

function skip(evidence: Evidence, probe: Probe, reason: string): void {
  for (const rule of probe.rules) evidence.untested(rule, reason);
}

/** Judges each exchange as it comes, so that an early end keeps what was found. */
function takeIn(
  { judge, survey, signal, onExchange }: CheckParts,
  evidence: Evidence,
  exchanges: Exchange[],
): (exchange: Exchange) => Promise<void> {
  const judgeEach = judgeOnce(judge);
  let last: Judgement | undefined;
  return async (exchange) => {
    exchanges.push(exchange);
    if (signal?.aborted === true) return;
    const judgement = await judgeEach(exchange);
    const counted = isRefusedQuery(exchange) ? onlyTheMessage(judgement) : judgement;
    evidence.judged(exchange, counted);
    // The same list again shows nothing new.
    if (judgement !== last) for (const seen of observeGaps(exchange, survey)) evidence.observed(seen);
    last = judgement;
    onExchange?.(exchange, counted.findings.length);
  };
}

/** The gap list-query leaves a 400 open, whose body nothing describes. */
function isRefusedQuery({ request, outcome }: Exchange): boolean {
  return request.query !== '' && outcome.kind === 'answered' && outcome.answer.status === 400;
}

function onlyTheMessage(judgement: Judgement): Judgement {
  return {
    ...judgement,
    findings: judgement.findings.filter(({ rule }) => rule === 'R02'),
    counts: new Map([...judgement.counts].filter(([rule]) => rule === 'R02')),
    exercised: judgement.exercised.filter((rule) => rule === 'R02'),
  };
}

function checkBasePath({ target }: CheckSettings, evidence: Evidence): void {
  if (target.basePath.endsWith('/v1')) evidence.kept('R01', undefined);
  else
    evidence.broken({
      rule: 'R01',
      exchange: undefined,
      expected: 'a base address whose path ends in /v1',
      got: target.baseUrl,
    });
}
