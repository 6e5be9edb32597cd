import type { Exchange, PlannedRequest, ReceivedResponse } from '../exchange.ts';
import type { ListSurvey } from '../judge/list-survey.ts';
import type { Level, ReportedGap } from '../report.ts';
import { listOrders } from '../requests.ts';

/** One gap: what the specification allows in it, and how it is shown. */
export type GapRow = {
  /** The choices that the specification allows. Default: it allows anything. */
  readonly choices?: readonly string[];
  /** The form of the choices of a profile, if the specification allows anything. */
  readonly form?: RegExp;
  /** Returns what the response to an operation of the contract shows: choices, or descriptions of other behaviour. */
  readonly observe?: (seen: SeenResponse) => readonly string[];
  /** A request that is sent only to show it, and what its response shows. */
  readonly sent?: GapRequest;
  readonly read?: (response: ReceivedResponse) => string;
  /** Returns what all observations say. Default: all have to be the name of the same choice. */
  readonly conclude?: (observations: readonly Observation[]) => ChoiceSeen;
  /** Whether a choice agrees with what was observed; undefined if they cannot be compared. Default: if both are the same. */
  readonly agrees?: (expected: string, seen: ChoiceSeen) => boolean | undefined;
};

export type SeenResponse = {
  readonly exchange: Exchange;
  readonly response: ReceivedResponse;
  readonly isList: boolean;
  /** Its orders, if it is a list that can be read and has some. */
  readonly orders: ListSurvey | undefined;
};

export type GapRequest = {
  /** The lowest level that sends it. */
  readonly level: Level;
  readonly request: PlannedRequest;
};

/** What is read of an observation. */
export type Observation = Pick<ReportedGap, 'observed' | 'exchange' | 'requests'>;

export type ChoiceSeen =
  | { readonly kind: 'choice'; readonly choice: string }
  /** The observations agree with several choices, or with none. */
  | { readonly kind: 'unknown'; readonly why: string }
  /** The target chose differently for different requests, or shows something that is no choice. */
  | { readonly kind: 'inconsistent'; readonly why: string };

export const choice = (name: string): ChoiceSeen => ({ kind: 'choice', choice: name });
export const unknown = (why: string): ChoiceSeen => ({ kind: 'unknown', why });

export function byName(observations: readonly Observation[]): ChoiceSeen {
  const names = [...new Set(observations.map(({ observed }) => observed))];
  const [name] = names;
  if (names.length === 1 && name !== undefined) return choice(name);
  return { kind: 'inconsistent', why: `observed ${names.join(' and ')}` };
}

/** Whether an observed choice is the expected one; undefined if no choice was observed. */
export function sameChoice(expected: string, seen: ChoiceSeen): boolean | undefined {
  return seen.kind === 'unknown' ? undefined : seen.kind === 'choice' && seen.choice === expected;
}

export function byStatus(choices: Readonly<Record<number, string>>) {
  return ({ status, statusLine }: ReceivedResponse): string => choices[status] ?? statusLine;
}

/** Plans a request that only shows a gap: by default a GET of the list with the valid key. */
export function gapRequest(level: Level, rest: Partial<PlannedRequest>): GapRequest {
  return { level, request: { ...listOrders(), operationId: undefined, ...rest } };
}

export function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}

/** Returns the JSON object in a body; undefined if it is something else. */
export function readObject({
  body,
  content,
}: ReceivedResponse): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse((body ?? content).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
