import type { Report, ReportedGap } from '../report.ts';
import type { ChoiceSeen } from './gap.ts';
import { choiceSeen, type ObservableGap, observableGaps } from './gaps.ts';

export type ObservedGap = {
  readonly gap: ObservableGap;
  readonly seen: ChoiceSeen;
  readonly observations: readonly ReportedGap[];
};

/** What a target was seen to do where the specification is silent. It has no times and no ids: it is the same for equal checks. */
export type ObservedProfile = Pick<Report, 'target' | 'level'> & {
  /** In the order of `observableGaps`. The others are unknown. */
  readonly gaps: readonly ObservedGap[];
};

export function observedProfile({ target, level, gaps }: Report): ObservedProfile {
  return {
    target,
    level,
    gaps: observableGaps.flatMap((gap) => {
      const observations = gaps.filter((one) => one.gap === gap);
      if (observations.length === 0) return [];
      const counted = observations.map((one) => ({ ...one, times: one.requests }));
      return [{ gap, seen: choiceSeen(gap, counted, gaps), observations }];
    }),
  };
}
