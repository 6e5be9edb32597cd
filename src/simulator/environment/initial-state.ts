import type { ClockStart } from '../../clock.ts';
import type { Fault } from '../../faults/fault.ts';
import type { JsonValue } from '../../json/json.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import type { ProfileName } from './gaps/gap.ts';
import type { GapKey } from './gaps/gaps.ts';

/**
 * When a pending order ships by itself: at a time of the environment's clock (milliseconds since 1970), so long after the scenario was
 * loaded, or with so many list responses since. Spec 3 does not show how an order becomes shipped.
 */
export type ShipRule =
  | { readonly kind: 'at'; readonly orderId: bigint; readonly at: number }
  | { readonly kind: 'after'; readonly orderId: bigint; readonly afterMs: number }
  | { readonly kind: 'after-lists'; readonly orderId: bigint; readonly lists: number };

/** Gap choices by key: `keep`, `after-200-ms`. Checked against the table. */
export type GapChoiceTexts = Partial<Readonly<Record<GapKey, string>>>;

/** A scenario, read and resolved: the state in which an environment starts and to which a reset returns. */
export type InitialState = {
  /** The name of the scenario. */
  readonly scenario: string;
  /** Whether `matrix` was started with this scenario, so that a cell overrides its choices. */
  readonly isBase?: boolean;
  readonly description: string;
  readonly orders: readonly PlacedOrder[];
  /** Names for order ids in tests. An id may belong to no order. */
  readonly handles: ReadonlyMap<string, bigint>;
  /** Ids that a test wrote itself, in an object that it sent as its scenario. */
  readonly writtenIds?: readonly bigint[];
  /** API keys that the scenario adds, by the name of the environment. */
  readonly apiKeys: ReadonlyMap<string, readonly string[]>;
  readonly profile?: ProfileName;
  readonly gaps: GapChoiceTexts;
  readonly clock: ClockStart;
  readonly ships: readonly ShipRule[];
  /** The faults at the start. Default: none. */
  readonly faults?: readonly Fault[];
  /** Bodies of the deprecated pet lookup (gap `pet-lookup`), by the petId of the path. */
  readonly pets: ReadonlyMap<string, JsonValue>;
};

/**
 * What `matrix` imposes on every environment of a simulator, temporary ones included. The choices have a lower precedence
 * than those of a scenario, a setting or a test; the faults are added to those of the scenario at every load and reset.
 */
export type CellSettings = {
  readonly gaps: GapChoiceTexts;
  readonly faults: readonly Fault[];
};

/**
 * The choices that `matrix` starts all its runs with. They have a lower precedence than those of the cell, and a higher one
 * than those of the scenario that it starts them with.
 */
export type BaseChoices = {
  readonly profile: ProfileName | undefined;
  readonly gaps: GapChoiceTexts;
};

/** What a simulator that belongs to a run of `matrix` applies to all its environments. */
export type RunSettings = {
  /** Undefined if the exchanges are only recorded. */
  readonly cell?: CellSettings | undefined;
  readonly base?: BaseChoices | undefined;
  /** Returns the number of the next state of an environment, for the record. */
  nextState(environment: string): number;
};
