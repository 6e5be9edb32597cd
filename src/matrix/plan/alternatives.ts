import { type GapKey, gaps } from '../../simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../simulator/environment/gaps/read-choice.ts';

/** A choice to try instead of that of the baseline. */
export type Alternative = {
  readonly choice: string;
  /** Whether it has a run of its own. If not, it is tried in the rows of pairs. */
  readonly alone: boolean;
};

/**
 * Choices with a parameter that are worth a run, and choices that break the same clients as another one, so that the rows of
 * pairs suffice for them. A failing row is reduced to the choice, so the cause is found all the same.
 *
 * - `list-lag`: a lag in reads does not depend on how fast the client is; a lag in milliseconds would.
 * - `list-order`: a client that depends on the order of placement breaks with `shuffled` before it breaks with `by-id`.
 * - `error-codes`: a client that knows the codes by name breaks with `opaque`; a map cannot do more.
 * - `pet-deprecation`: `gone` has all the headers of the others, and 410. Its dates are past on any clock.
 * - `message-accepted`: a client that compares the status with 200 breaks with each of the others.
 */
const representatives: Partial<Readonly<Record<GapKey, readonly Alternative[]>>> = {
  'list-order': [
    { choice: 'shuffled', alone: true },
    { choice: 'as-placed', alone: false },
    { choice: 'by-id', alone: false },
  ],
  'pet-deprecation': [
    { choice: 'gone:2020-01-01..2020-06-30', alone: true },
    { choice: 'sunset:2020-01-01..2099-12-31', alone: false },
    { choice: 'none', alone: false },
  ],
  'message-accepted': [
    { choice: 'accepted', alone: true },
    { choice: 'ok', alone: true },
    { choice: 'created', alone: false },
  ],
};

/**
 * Returns the choices to try for a gap: the permitted ones, without those that contradict the specification (`breaks`) and
 * without that of the baseline.
 *
 * @param unsteady whether the baseline made several choices, so that its own one is worth a run too
 */
export function alternativesOf(key: GapKey, baseline: string, unsteady = false): readonly Alternative[] {
  const row = gaps.find((gap) => gap.key === key);
  if (row === undefined) return [];
  const names = row.drawn ?? Object.keys(row.choices).filter((name) => !hasParameter(name));
  const all = representatives[key] ?? names.map((choice) => ({ choice, alone: true }));
  return all.filter(({ choice }) => row.breaks?.[choice] === undefined && (unsteady || choice !== baseline));
}

/**
 * How often clients depend on a gap in practice, from 1 to 5. Orders the runs only: with a budget, the first ones are those
 * that most likely fail.
 */
const practice: Readonly<Record<GapKey, number>> = {
  'cancelled-in-list': 5,
  'cancel-again': 5,
  'conflict-body': 5,
  'list-order': 5,
  'optional-fields': 5,
  'list-lag': 4,
  'error-codes': 4,
  'extra-fields': 4,
  'ship-date-form': 4,
  'content-type': 3,
  'malformed-order-id': 3,
  'pet-lookup': 3,
  'message-accepted': 3,
  'list-query': 3,
  'pet-deprecation': 2,
  'list-compression': 2,
  etag: 2,
  'message-bad-request-body': 2,
  'bearer-case': 2,
  accept: 2,
  'head-list': 2,
  'wrong-method': 2,
  'unknown-path': 2,
  'www-authenticate': 1,
  options: 1,
  cors: 1,
};

/** How telling it is to vary a gap: grows with the exchanges that relied on it and with how often clients depend on it. */
export function weightOf(key: GapKey, exchanges: number): number {
  return practice[key] * (1 + Math.log2(Math.max(1, exchanges)));
}
