import type { GapKey } from '../../simulator/environment/gaps/gaps.ts';
import { type Exchange, isUnavailable } from '../exchange.ts';
import type { SurveyList } from '../judge/list-survey.ts';
import type { GapObservation } from '../report.ts';
import { bodyGaps } from './body-gaps.ts';
import { cancelGaps } from './cancel-gaps.ts';
import type { GapRow, SeenResponse } from './gap.ts';
import { headerGaps } from './header-gaps.ts';
import { pathGaps } from './path-gaps.ts';

const table = {
  ...headerGaps,
  ...bodyGaps,
  ...cancelGaps,
  ...pathGaps,
} as const satisfies Partial<Readonly<Record<GapKey, GapRow>>>;

export type ObservableGap = keyof typeof table;

/**
 * The gaps that an exchange can show, in the order of observation. Only the names of the gaps are those of the simulator: the
 * checker has its own table, and a test compares the two.
 */
export const gapRows: Readonly<Record<ObservableGap, GapRow>> = table;

export const observableGaps = Object.keys(table) as readonly ObservableGap[];

/** Returns what one exchange shows in the gaps. The probes observe the gaps that need several exchanges. */
export function observeGaps(exchange: Exchange, survey: SurveyList): readonly GapObservation[] {
  const { request, outcome, number } = exchange;
  // A probe reads the responses of requests without an operation.
  if (outcome.kind === 'failed' || request.operationId === undefined) return [];
  const { response } = outcome;
  if (isUnavailable(response.status)) return [];
  const isList = request.operationId === 'listOrders' && response.status === 200;
  const list = isList && response.body !== undefined ? survey(response.body) : undefined;
  const orders = list?.text.root === undefined || list.objects === 0 ? undefined : list;
  const seen: SeenResponse = { exchange, response, isList, orders };
  return observableGaps.flatMap((gap) =>
    (gapRows[gap].observe?.(seen) ?? []).map((observed) => observationOf(gap, observed, number)),
  );
}

export function observationOf(gap: ObservableGap, observed: string, exchange: number): GapObservation {
  return { gap, observed, allowed: gapRows[gap].choices?.includes(observed) ?? true, exchange };
}
