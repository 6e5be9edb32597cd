/** The state of an order, which the service itself never shows. */
export type OrderStatus = 'pending' | 'shipped' | 'cancelled';
/** An order with its status. Integers are bigint, so that no digit is lost. */
export type Order = {
  readonly id?: bigint;
  readonly petId?: bigint;
  readonly quantity?: bigint;
  readonly shipDate?: string;
  readonly complete?: boolean;
  readonly status: OrderStatus;
};
/** What an order shall be: pending where no status is given. */
export type OrderRequest = Partial<Omit<Order, 'id'>>;

/** A preset of answers to the gaps of the specification. */
export type ProfileName = 'least-promise' | 'typical' | 'vary';
/** Choices to gaps, by key. */
export type GapChoices = Readonly<Record<string, string>>;
/** Names for order ids, from the scenario. */
export type Handles = Readonly<Record<string, bigint>>;
/** The name of an operation of the service. */
export type OperationName = 'listOrders' | 'cancelOrder' | 'getPet' | 'postMessage';

/** A scenario as the list shows it. */
export type ScenarioSummary = {
  readonly name: string;
  readonly source: 'built-in' | 'folder';
  readonly description?: string;
  readonly handles?: Handles;
  /** Why the file cannot be read. */
  readonly problems?: readonly string[];
};
/** A scenario that a test brings along: the fields of a scenario file. */
export type InlineScenario = Readonly<Record<string, unknown>>;
/** A scenario by name, or brought along. */
export type ScenarioChoice = string | InlineScenario;

/** The time as an environment sees it, as RFC 3339 text. */
export type ClockView = { readonly now: string; readonly frozen: boolean };
/** An environment. */
export type EnvironmentView = {
  readonly name: string;
  /** `/v1`, `/cart-tests/v1` */
  readonly path: string;
  readonly baseUrl: string;
  readonly scenario: string;
  readonly seed: number;
  readonly profile: ProfileName;
  readonly handles: Handles;
  /** How many orders there are of each status. */
  readonly orders: Readonly<Record<OrderStatus, number>>;
  readonly clock: ClockView;
  /** When it ends by itself, as RFC 3339 text. */
  readonly expiresAt?: string;
};
/** An environment that was just opened, with the keys that open it. */
export type OpenedEnvironmentView = EnvironmentView & { readonly apiKeys: readonly string[] };
/** What an environment shall be. What is left out is as the simulator was started; API keys are made at random. */
export type EnvironmentRequest = {
  readonly scenario?: ScenarioChoice;
  readonly seed?: number;
  readonly profile?: ProfileName;
  readonly gaps?: GapChoices;
  readonly apiKeys?: readonly string[];
  readonly ttlSeconds?: number;
};

/** How the gaps are answered: the preset, the single answers over it, and what follows for every gap. */
export type ProfileView = {
  readonly profile: ProfileName;
  readonly gaps: GapChoices;
  readonly answers: GapChoices;
};
/** A profile and the answers that changed with it. */
export type ProfileChange = ProfileView & {
  readonly changed: Readonly<Record<string, { readonly before: string; readonly after: string }>>;
};

/** What is asked of a clock; the parts apply in this order. */
export type ClockRequest = {
  readonly frozen?: boolean;
  /** RFC 3339 text. */
  readonly set?: string;
  /** `30s`, `2h`; not beside `set`. */
  readonly advance?: string;
};
/** What a change of the clock brought about. */
export type ClockChange = ClockView & {
  readonly before: string;
  readonly shipped: readonly bigint[];
  readonly expiredKeys: readonly string[];
  readonly endedFaults: readonly string[];
};

/** An API key, by its id. */
export type KeyView = { readonly id: string; readonly expired: boolean; readonly expiresAt?: string };
/** An API key to add; made at random where `key` is left out. One expiry at most, on the environment's clock. */
export type KeyRequest = { readonly key?: string; readonly expiresAt?: string; readonly expiresIn?: string };
/** A key that was just added, with its text. */
export type NewKey = KeyView & { readonly key: string };

/** A disturbance on purpose; `docs/scenarios.md` has every kind with its fields. */
export type Fault = { readonly kind: string; readonly id?: string; readonly [field: string]: unknown };
/** A fault and what it has done so far. */
export type FaultStatus = Fault & {
  readonly id: string;
  readonly addedAt: string;
  readonly endsAt?: string;
  readonly ended: boolean;
  readonly matched: number;
  readonly fired: number;
};

/** Which cancels to hold, and how long at the most. */
export type GateRequest = {
  readonly id?: string;
  readonly operation?: 'cancelOrder';
  readonly orderId?: bigint;
  readonly count?: number;
  readonly timeoutMs?: number;
};
/** A gate and who waits at it, the longest waiting first. */
export type Gate = {
  readonly id: string;
  readonly operation: 'cancelOrder';
  readonly orderId?: bigint;
  readonly count?: number;
  readonly timeoutMs: number;
  readonly waiting: readonly { readonly exchange: number; readonly orderId: bigint }[];
  readonly held: number;
};
/** A gate, and whether as many wait as were waited for. */
export type GateWait = Gate & { readonly reached: boolean };
