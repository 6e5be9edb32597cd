import type { GapKey } from '../../simulator/environment/gaps/gaps.ts';
import type { Exchange, PlannedRequest, ReceivedResponse } from '../exchange.ts';
import type { SurveyList } from '../judge/list-survey.ts';
import type { GapObservation, Level } from '../report.ts';
import { isUnavailable } from '../unavailable.ts';
import { bodyGaps } from './body-gaps.ts';
import { cancelGaps } from './cancel-gaps.ts';
import {
  byName,
  type ChoiceSeen,
  type GapRow,
  type GapText,
  type Observation,
  type SeenResponse,
  sameChoice,
} from './gap.ts';
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

export function isAllowed(gap: ObservableGap, observed: string): boolean {
  return gapRows[gap].choices?.includes(observed) ?? true;
}

/** Returns whether a simulator can serve what was observed in a gap, so that a profile can contain it. */
export function isServed(gap: ObservableGap, observed: string): boolean {
  const { choices, form } = gapRows[gap];
  return choices?.includes(observed) ?? form?.test(observed) === true;
}

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

function observationOf(gap: ObservableGap, observed: string, exchange: number | undefined): GapObservation {
  return { gap, observed, allowed: isAllowed(gap, observed), exchange };
}

export type PlannedGapRequest = {
  readonly level: Level;
  readonly request: PlannedRequest;
  observe(response: ReceivedResponse, exchange: number): readonly GapObservation[];
};

/** Every request that is sent only to show gaps, in the order of sending. */
export const gapRequests: readonly PlannedGapRequest[] = [
  ...Map.groupBy(observableGaps, (gap) => gapRows[gap].request),
].flatMap(([planned, gaps]) => {
  if (planned === undefined) return [];
  const { level, ...request } = planned;
  const observe: PlannedGapRequest['observe'] = (response, exchange) =>
    gaps.flatMap((gap) => {
      const observed = gapRows[gap].read?.(response);
      return observed === undefined ? [] : [observationOf(gap, observed, exchange)];
    });
  return [{ level, request, observe }];
});

/**
 * Returns what all observations of one gap say about its choice. There must be at least one.
 *
 * @param all the observations of every gap
 */
export function choiceSeen(
  gap: ObservableGap,
  observations: readonly Observation[],
  all: readonly GapText[] = [],
): ChoiceSeen {
  const seen = (gapRows[gap].conclude ?? byName)(observations, all);
  return seen.kind === 'choice' && !isServed(gap, seen.choice)
    ? { kind: 'inconsistent', why: `observed ${seen.choice}, which is no choice` }
    : seen;
}

/** Returns whether a choice agrees with what was observed; undefined if they cannot be compared. */
export function agrees(
  gap: ObservableGap,
  expected: string,
  seen: ChoiceSeen,
  evidence: readonly GapText[],
): boolean | undefined {
  return (gapRows[gap].agrees ?? sameChoice)(expected, seen, evidence);
}
