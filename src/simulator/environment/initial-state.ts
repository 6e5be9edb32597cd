import type { JsonValue } from '../../shared/json.ts';
import type { PackedOrders } from '../orders/memory/packed-orders.ts';
import type { Fault } from './faults/fault.ts';
import type { GapKey } from './gaps/gaps.ts';
import type { ProfileName } from './profile-name.ts';

/** When a pending order ships by itself. Spec 3 does not show how an order becomes shipped. */
export type ShipRule =
  | {
      readonly kind: 'at';
      readonly orderId: bigint /** Milliseconds since 1970 on the environment's clock. */;
      readonly at: number;
    }
  | {
      readonly kind: 'after';
      readonly orderId: bigint /** Milliseconds after the scenario was loaded. */;
      readonly afterMs: number;
    }
  | {
      readonly kind: 'after-lists';
      readonly orderId: bigint /** Lists answered since the scenario was loaded. */;
      readonly lists: number;
    };

/** Where an environment's clock starts; the machine's time, running, where a part is left out. */
export type ClockStart = {
  /** Milliseconds since 1970. */
  readonly at?: number;
  readonly frozen?: boolean;
};

/** Choices to gaps, by key, as text: `keep`, `after-200-ms`. Already checked against the table. */
export type GapChoiceTexts = Partial<Readonly<Record<GapKey, string>>>;

/** The state in which an environment starts and to which a reset returns: a scenario, read and resolved. */
export type InitialState = {
  /** The name of the scenario. */
  readonly scenario: string;
  readonly description: string;
  /** In the order of the list. */
  readonly orders: PackedOrders;
  /** Names for order ids that tests need; an id may be one that no order has. */
  readonly handles: ReadonlyMap<string, bigint>;
  /** API keys that the scenario adds, by the name of the environment. */
  readonly apiKeys: ReadonlyMap<string, readonly string[]>;
  readonly profile?: ProfileName;
  readonly gaps: GapChoiceTexts;
  readonly clock: ClockStart;
  readonly ships: readonly ShipRule[];
  /** What is disturbed on purpose from the start; none where left out. */
  readonly faults?: readonly Fault[];
  /** Bodies of the deprecated pet lookup (gap `pet-lookup`), by the petId of the path. */
  readonly pets: ReadonlyMap<string, JsonValue>;
};
