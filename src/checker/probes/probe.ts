import type { Evidence } from '../evidence.ts';
import type { Level } from '../report.ts';
import type { RuleId } from '../rules/rules.ts';
import type { Conduct } from '../safety/conduct.ts';
import type { DrawId } from '../safety/draw-id.ts';
import type { ListsSeen } from '../safety/lists-seen.ts';
import type { PlannedRequest } from '../wire/exchange.ts';

/** The orders that the user named. */
export type NamedOrders = {
  readonly pendingIds: readonly bigint[];
  readonly shippedIds: readonly bigint[];
};

/** What a probe works with. */
export type Scene = NamedOrders & {
  readonly attempt: Conduct['attempt'];
  readonly evidence: Evidence;
  readonly lists: ListsSeen;
  readonly drawId: DrawId;
};

/** One request of a plan. In its path `{absent id}` stands for an id drawn when the check runs. */
export type PlannedStep = {
  readonly request: PlannedRequest;
  /** When the request is sent, if not always: `only if …`. */
  readonly condition?: string;
};

/** A family of requests that exercise some rules. */
export type Probe = {
  readonly id: string;
  /** What it does, as a clause. */
  readonly title: string;
  /** The least level at which it runs. */
  readonly level: Level;
  /** The rules whose fate it decides; the judge looks at every exchange for the others. */
  readonly rules: readonly RuleId[];
  /** What `run` sends to a target that keeps the contract, in order, and what it may send besides. */
  plan(named: NamedOrders): readonly PlannedStep[];
  run(scene: Scene): Promise<void>;
};
