import type { ResultCollector } from '../collect-results.ts';
import type { Exchange } from '../exchange.ts';
import { headerGaps } from '../gaps/gap-choices.ts';
import { onlySpecified } from '../judge/judge-specified.ts';
import type { Judge, Judgement } from '../judge/judgement.ts';
import type { GapObservation } from '../report.ts';
import type { RuleId } from '../rules/rules.ts';
import { unavailableResponse } from '../unavailable.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { judgeKey } from './recorded-rules.ts';

/** What judges an exchange by itself. */
export type JudgeRecorded = {
  readonly judge: Judge;
  readonly observe: (exchange: Exchange) => readonly GapObservation[];
};

/** Rules about headers: exchanges without headers cannot exercise them. */
const headerRules: readonly RuleId[] = ['R05', 'R19', 'R20', 'R27', 'R28'];

/**
 * Judges one exchange by itself: nothing was sent for it, so it shows only what its traffic shows. What several cancels of
 * one order show is judged by `createCancelHistory`.
 */
export async function judgeRecorded(
  recorded: RecordedExchange,
  { judge, observe }: JudgeRecorded,
  collector: ResultCollector,
): Promise<void> {
  const { exchange, headersKnown } = recorded;
  const judgement = onlySpecified(exchange, await judge(exchange), recorded.asked.noJson);
  collector.judged(exchange, withoutUnknown(judgement, recorded));
  for (const observation of observe(exchange)) {
    const isAboutHeaders = headerGaps.some((gap) => gap === observation.gap);
    if (isAboutHeaders ? headersKnown && isShown(observation, recorded) : true)
      collector.observed(observation);
  }
  const unavailable = unavailableResponse(exchange) !== undefined;
  judgeKey(exchange, judgement.undocumentedStatus || unavailable, collector);
}

/** Only a complete list of headers shows that one is missing. */
function isShown({ observed }: GapObservation, { headersComplete }: RecordedExchange): boolean {
  return headersComplete || (observed !== 'off' && observed !== 'none');
}

/** Removes what is not known: that the framing was correct, and anything about missing headers. */
function withoutUnknown(judgement: Judgement, recorded: RecordedExchange): Judgement {
  const { headersKnown, headersComplete, framingKnown } = recorded;
  const shown = (rule: RuleId): boolean =>
    rule === 'R19' ? headersComplete : headersKnown || !headerRules.includes(rule);
  const { findings, counts, exercised } = judgement;
  return {
    ...judgement,
    findings: findings.filter(({ rule }) => shown(rule)),
    counts: new Map([...counts].filter(([rule]) => shown(rule))),
    exercised: exercised.filter(
      (rule) => shown(rule) && (framingKnown || rule !== 'R02' || counts.has(rule)),
    ),
  };
}

/** Judges R01: the base address of the exchanges ends in /v1. */
export function judgeBase(baseUrl: string, collector: ResultCollector): void {
  const expected = 'a base address that ends in /v1';
  if (baseUrl.endsWith('/v1')) collector.kept('R01', undefined);
  else collector.broken({ rule: 'R01', exchange: undefined, expected, got: baseUrl });
}
