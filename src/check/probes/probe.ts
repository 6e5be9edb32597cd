import type { PlannedRequest } from '../../contract/exchange.ts';
import type { Level } from '../../contract/report.ts';
import type { ResultCollector } from '../../contract/result-collector.ts';
import type { RuleId } from '../../contract/rules/rules.ts';
import type { CheckSettings } from '../check-settings.ts';
import type { ListsSeen } from '../safety/lists-seen.ts';
import type { createSafeSender } from '../safety/safe-sender.ts';

/** The orders that the user named, and the keys that the target must refuse. */
type Tried = Pick<CheckSettings, 'pendingIds' | 'shippedIds' | 'raceIds' | 'raceBurst' | 'refusedKeys'>;

export type ProbeContext = Tried & {
  readonly attempt: ReturnType<typeof createSafeSender>['attempt'];
  readonly burst: ReturnType<typeof createSafeSender>['burst'];
  readonly collector: ResultCollector;
  readonly lists: ListsSeen;
  readonly drawId: DrawId;
  /** The orders whose cancel got a 204. */
  readonly cancelled: Set<bigint>;
  /** The keys other than the valid one for which the target returned a list, as `describeKey` describes them. */
  readonly accepted: Set<string>;
  /** Waits for some milliseconds, or until the check ends. */
  readonly pause: (ms: number) => Promise<void>;
};

/** Draws an integer of a range, with a uniform distribution. */
export type DrawId = (from: bigint, to: bigint) => bigint;

/** One request of a plan. In its path, `{absent id}` is replaced with an id that is drawn during the check. */
export type PlannedStep = {
  readonly request: PlannedRequest;
  /** When the request is sent, if not always: `only if …`. */
  readonly condition?: string;
};

export function planned(times: number, request: PlannedRequest, condition?: string): readonly PlannedStep[] {
  return Array<PlannedStep>(times).fill({ request, ...(condition !== undefined && { condition }) });
}

/** A family of requests that exercises some rules. */
export type Probe = {
  readonly id: string;
  /** What it does, as a clause. */
  readonly title: string;
  /** The lowest level at which it runs. */
  readonly level: Level;
  /** The rules that it decides. The judge decides the others, for every exchange. */
  readonly rules: readonly RuleId[];
  /** What `run` sends to a target that fulfils the contract, in order, and what it may send in addition. */
  plan(tried: Tried): readonly PlannedStep[];
  run(context: ProbeContext): Promise<void>;
};
