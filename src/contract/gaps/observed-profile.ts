import { type Exchange, statusOf } from '../exchange.ts';
import type { Report, ReportedGap } from '../report.ts';
import type { ChoiceSeen } from './gap.ts';
import { choiceSeen, type ObservableGap, observableGaps } from './gaps.ts';

/** What exchanges showed about a gap. */
export type GapEvidence = {
  readonly observed: string;
  /** The first of them: `GET /store/orders → 200`. */
  readonly shownBy: string;
  /** How many exchanges of the check showed it. */
  readonly times: number;
};

export type ObservedGap = {
  readonly gap: ObservableGap;
  readonly seen: ChoiceSeen;
  readonly evidence: readonly GapEvidence[];
};

/** What a target was seen to do where the specification is silent. It has no times and no ids: it is the same for equal checks. */
export type ObservedProfile = {
  readonly target: string;
  readonly level: Report['level'];
  /** In the order of `observableGaps`. The others are unknown. */
  readonly gaps: readonly ObservedGap[];
};

export function observedProfile({ target, level, gaps, exchanges }: Report): ObservedProfile {
  const byNumber = new Map(exchanges.map((exchange) => [exchange.number, exchange]));
  const evidenceOf = ({ observed, exchange, requests: times }: ReportedGap): GapEvidence => {
    return { observed, shownBy: describeExchange(byNumber.get(exchange ?? -1)), times };
  };
  return {
    target,
    level,
    gaps: observableGaps.flatMap((gap) => {
      const observations = gaps.filter((observation) => observation.gap === gap);
      if (observations.length === 0) return [];
      const seen = choiceSeen(
        gap,
        observations.map((one) => ({ ...one, times: one.requests })),
        gaps,
      );
      return [{ gap, seen, evidence: observations.map(evidenceOf) }];
    }),
  };
}

function describeExchange(exchange: Exchange | undefined): string {
  if (exchange === undefined) return 'several requests';
  const { request } = exchange;
  const query = request.query === '' ? '' : `?${request.query}`;
  const path = request.path.replace(/^(\/store\/orders)\/.+/, '$1/{orderId}');
  return `${request.method} ${path}${query} → ${statusOf(exchange) ?? 'no response'}`;
}
