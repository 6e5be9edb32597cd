/** Types of the control API. Generated from openapi/control.yaml by `npm run generate`; do not edit. */

/** A whole number of milliseconds, seconds, minutes, hours or days, at most 365d. */
export type Duration = string;
export type Probe = { readonly status: 'alive' | 'ready'; };
/** The body of a refusal. */
export type ErrorBody = { readonly code: 'bad_request' | 'unauthorized' | 'host_not_allowed' | 'origin_not_allowed' | 'csrf_token_required' | 'not_found' | 'environment_not_found' | 'scenario_not_found' | 'order_not_found' | 'key_not_found' | 'fault_not_found' | 'gate_not_found' | 'exchange_not_found' | 'document_not_found' | 'method_not_allowed' | 'environment_permanent' | 'too_many_environments' | 'limit_reached' | 'order_final' | 'content_too_large' | 'unsupported_media_type' | 'internal_error' | 'not_ready' | 'store_unavailable' | 'out_of_memory'; readonly message: string; readonly status: number; };
export type EnvironmentAddress = {
  readonly name: string;
  /** The path of the base address. */
  readonly path: string;
  /** The base address. Omitted if the port of the service is not known. */
  readonly baseUrl?: string;
  /** Why `baseUrl` is omitted, or what it assumes. */
  readonly baseUrlHint?: string;
};
export type Session = {
  /** The value of the header `X-CSRF-Token`, which every change needs. */
  readonly csrf: string;
  /** 12 hours after the session began, on the machine's clock. */
  readonly expiresAt: string;
};
/** What the tests of a client met, and what they did not meet. */
export type CoverageView = {
  /** By operation and status: `cancelOrder 409`. */
  readonly outcomes: CoverageCounts;
  /** Order ids of cancels, by class. */
  readonly ids: CoverageCounts;
  readonly percent: { readonly outcomes: number; readonly ids: number; };
  readonly holes: ReadonlyArray<{
    readonly group: 'outcomes' | 'ids';
    readonly name: string;
    /** A sentence with what provokes the point. */
    readonly hole: string;
  }>;
};
/** How many exchanges met each point, by its name. */
export type CoverageCounts = Readonly<Record<string, number>>;
export type SettingView = {
  /** The name of the option in `startSimulator`. */
  readonly key: string;
  readonly flag: string;
  readonly variable: string;
  /** The value as a text; `(secret)` for a secret; in parentheses, what an unset setting means. */
  readonly value: string;
  /** A flag, a variable, `option` in a program, or `default`. */
  readonly source: string;
  readonly description: string;
};
export type ScenarioSummary = {
  readonly name: string;
  readonly source: 'built-in' | 'folder';
  readonly description?: string;
  readonly handles?: Handles;
  /** Why the file cannot be read. */
  readonly problems?: ReadonlyArray<string>;
};
/** The order ids of a scenario by name. */
export type Handles = Readonly<Record<string, bigint>>;
/** A scenario. `scenarios/scenario.schema.json` is its schema. */
export type InlineScenario = Readonly<Record<string, unknown>>;
export type EnvironmentView = {
  readonly name: string;
  /** The path of the base address. */
  readonly path: string;
  /** The base address. Omitted if the port of the service is not known. */
  readonly baseUrl?: string;
  /** Why `baseUrl` is omitted, or what it assumes. */
  readonly baseUrlHint?: string;
  readonly scenario: string;
  readonly seed: number;
  readonly profile: ProfileName;
  readonly handles: Handles;
  /** The number of orders by status. */
  readonly orders: { readonly pending: number; readonly shipped: number; readonly cancelled: number; };
  readonly clock: ClockView;
  /** When its time to live ends, on the machine's clock. */
  readonly expiresAt?: string;
};
/** A preset of gap choices. */
export type ProfileName = 'least-promise' | 'typical' | 'vary';
export type ClockView = { readonly now: string; readonly frozen: boolean; };
export type OpenedEnvironmentView = {
  readonly name: string;
  /** The path of the base address. */
  readonly path: string;
  /** The base address. Omitted if the port of the service is not known. */
  readonly baseUrl?: string;
  /** Why `baseUrl` is omitted, or what it assumes. */
  readonly baseUrlHint?: string;
  readonly scenario: string;
  readonly seed: number;
  readonly profile: ProfileName;
  readonly handles: Handles;
  /** The number of orders by status. */
  readonly orders: { readonly pending: number; readonly shipped: number; readonly cancelled: number; };
  readonly clock: ClockView;
  /** When its time to live ends, on the machine's clock. */
  readonly expiresAt?: string;
  readonly apiKeys: ReadonlyArray<ApiKey>;
};
export type ApiKey = string;
/** An injected fault. `operation`, `orderId` and `key` select the exchanges that it affects; `times`, `every`, `probability` and `duration` limit how often it fires; `when` selects whether it fires before or after a cancel takes effect. A time is a text such as `200ms`, or a number of milliseconds; responses have the number. The description of every other field names the kinds that have it. See docs/reference/faults.md. */
export type Fault = {
  /** The name of the fault in lists and in the journal, of letters, digits, ., - and _. Default: fault-1, fault-2, … */
  readonly id?: string;
  readonly kind: FaultKind;
  /** Disturbs only this operation. */
  readonly operation?: 'listOrders' | 'cancelOrder' | 'getPet' | 'postMessage';
  /** Disturbs only requests for this order. */
  readonly orderId?: bigint;
  /** Disturbs only requests with this API key: key-1 is the first of the environment, those of the settings before those of the scenario. */
  readonly key?: string;
  /** Fires at most this many times. */
  readonly times?: number;
  /** Fires on every nth match: 3 means on the third and the sixth. */
  readonly every?: number;
  /** Fires with this probability, drawn from the seed: the same requests in the same order meet the same faults. */
  readonly probability?: number;
  /** Ends this long after it was added, on the environment's clock. */
  readonly duration?: number | Duration;
  /** For `latency`, `reset`, `close`, `garbage`, `status`. before-commit (default): nothing has changed yet. after-commit: the cancel took effect, its response is not sent yet. */
  readonly when?: 'before-commit' | 'after-commit';
  /** For `latency`. How long to wait: fixed, or between two bounds. */
  readonly delay?: number | Duration | {
    /** The shortest. */
    readonly min: number | Duration;
    /** The longest. */
    readonly max: number | Duration;
  };
  /** For `bandwidth`. The maximum number of bytes of a body per second. */
  readonly bytesPerSecond?: number;
  /** For `drip`: How many bytes to send at a time. For `truncate`: How many bytes of the body to send. Default: half of them. For `garbage`: How many bytes to send instead of a response. Default: 256. */
  readonly bytes?: number;
  /** For `drip`. How long to wait after them. */
  readonly interval?: number | Duration;
  /** For `garbage`. answer (default): no HTTP at all. body: a valid head and garbage of the promised length. */
  readonly in?: 'answer' | 'body';
  /** For `status`. The HTTP status. */
  readonly status?: number;
  /** For `status`. error (default): an Error body. html: the page of a gateway. empty: no body. */
  readonly body?: 'error' | 'html' | 'empty';
  /** For `status`. Seconds for a Retry-After header. */
  readonly retryAfter?: number;
  /** For `rate-limit`. How many requests go through. */
  readonly requests?: number;
  /** For `rate-limit`. The length of the time window, on the environment's clock. Default: 1s. */
  readonly per?: number | Duration;
  /** For `meanwhile`. cancel, ship: the order of the request. remove: the last order of the list. place: a pending order with a new id. revoke-key: the key of the request. */
  readonly does?: 'cancel' | 'ship' | 'remove' | 'place' | 'revoke-key';
};
/** The kind of a fault. */
export type FaultKind = 'latency' | 'bandwidth' | 'drip' | 'reset' | 'close' | 'truncate' | 'garbage' | 'status' | 'rate-limit' | 'unauthorized' | 'stale-list' | 'meanwhile';
/** Choices by gap key, as in `docs/reference/gaps.md`. `null` is the choice of that name. */
export type GapSettings = Readonly<Record<string, string | null>>;
/** Omitted fields default to the settings of the simulator. */
export type EnvironmentRequest = {
  /** The seed of everything random. */
  readonly seed?: number;
  /** The preset of choices for the gaps. */
  readonly profile?: ProfileName;
  /** Choices for the gaps of the specification. They override the profile. See docs/reference/gaps.md. */
  readonly gaps?: GapSettings;
  readonly apiKeys?: ReadonlyArray<ApiKey>;
  /** How long it exists on the machine's clock, at most 7d. Not for production and staging. */
  readonly ttl?: Duration;
  /** `ttl` in seconds. They exclude each other. */
  readonly ttlSeconds?: number;
  readonly scenario?: ScenarioChoice;
};
/** The name of a scenario, or an inline scenario. */
export type ScenarioChoice = string | InlineScenario;
/** The status of an order, which the service never sends. */
export type OrderStatus = 'pending' | 'shipped' | 'cancelled';
/** An order with its status. */
export type Order = { readonly id?: bigint; readonly petId?: bigint; readonly quantity?: bigint; readonly shipDate?: string; readonly complete?: boolean; readonly status: OrderStatus; };
/** An order, and the order that it replaced. */
export type OrderChange = { readonly order: Order; readonly before?: Order; };
/** The fields of an order. `id` must match the path; `status` defaults to pending. */
export type OrderRequest = {
  /** The order id. Without it, the order has no id and cannot be cancelled. */
  readonly id?: bigint;
  /** The id of the animal. */
  readonly petId?: bigint;
  /** The number of units: any integer. */
  readonly quantity?: bigint;
  /** An RFC 3339 date-time. The list shows it exactly as written here. */
  readonly shipDate?: string;
  /** Whether the order has been fulfilled. Independent of the status. */
  readonly complete?: boolean;
  /** The state. The service never sends it. Default: pending. */
  readonly status?: OrderStatus;
};
export type ProfileView = {
  readonly profile: ProfileName;
  readonly gaps: GapChoices;
  /** The choice in effect for every gap. */
  readonly answers: Readonly<Record<string, string>>;
  /** Every gap, in the order of `docs/reference/gaps.md`. */
  readonly questions: ReadonlyArray<GapView>;
};
/** Choices by gap key, as in `docs/reference/gaps.md`. */
export type GapChoices = Readonly<Record<string, string>>;
export type GapView = {
  readonly key: string;
  readonly question: string;
  /** The sections of the specification that leave it open. */
  readonly spec: string;
  /** Bodies, headers and forms, or the behaviour of the service. */
  readonly scope: 'wire' | 'state';
  /** The reason of the default. */
  readonly why: string;
  /** The choice of the profile `least-promise`. */
  readonly default: string;
  readonly choices: ReadonlyArray<{
    /** An `N` or a `…` in it is a parameter, as in `after-N-ms`. */
    readonly name: string;
    readonly meaning: string;
    /** The rule of the checker that the choice breaks. */
    readonly breaks?: string;
  }>;
  /** The choice in effect; `drawn` if `vary` draws one for each request. */
  readonly choice: string;
};
export type ProfileChange = { readonly profile: ProfileName; readonly gaps: GapChoices; readonly answers: Readonly<Record<string, string>>; readonly changed: Readonly<Record<string, { readonly before: string; readonly after: string; }>>; };
/** A fault and what it has done so far. */
export type FaultStatus = {
  readonly id: string;
  readonly kind: FaultKind;
  /** Disturbs only this operation. */
  readonly operation?: 'listOrders' | 'cancelOrder' | 'getPet' | 'postMessage';
  /** Disturbs only requests for this order. */
  readonly orderId?: bigint;
  /** Disturbs only requests with this API key: key-1 is the first of the environment, those of the settings before those of the scenario. */
  readonly key?: string;
  /** Fires at most this many times. */
  readonly times?: number;
  /** Fires on every nth match: 3 means on the third and the sixth. */
  readonly every?: number;
  /** Fires with this probability, drawn from the seed: the same requests in the same order meet the same faults. */
  readonly probability?: number;
  /** Ends this long after it was added, on the environment's clock. */
  readonly duration?: number;
  /** For `latency`, `reset`, `close`, `garbage`, `status`. before-commit (default): nothing has changed yet. after-commit: the cancel took effect, its response is not sent yet. */
  readonly when?: 'before-commit' | 'after-commit';
  /** For `latency`. How long to wait: fixed, or between two bounds. */
  readonly delay?: number | {
    /** The shortest. */
    readonly min: number;
    /** The longest. */
    readonly max: number;
  };
  /** For `bandwidth`. The maximum number of bytes of a body per second. */
  readonly bytesPerSecond?: number;
  /** For `drip`: How many bytes to send at a time. For `truncate`: How many bytes of the body to send. Default: half of them. For `garbage`: How many bytes to send instead of a response. Default: 256. */
  readonly bytes?: number;
  /** For `drip`. How long to wait after them. */
  readonly interval?: number;
  /** For `garbage`. answer (default): no HTTP at all. body: a valid head and garbage of the promised length. */
  readonly in?: 'answer' | 'body';
  /** For `status`. The HTTP status. */
  readonly status?: number;
  /** For `status`. error (default): an Error body. html: the page of a gateway. empty: no body. */
  readonly body?: 'error' | 'html' | 'empty';
  /** For `status`. Seconds for a Retry-After header. */
  readonly retryAfter?: number;
  /** For `rate-limit`. How many requests go through. */
  readonly requests?: number;
  /** For `rate-limit`. The length of the time window, on the environment's clock. Default: 1s. */
  readonly per?: number;
  /** For `meanwhile`. cancel, ship: the order of the request. remove: the last order of the list. place: a pending order with a new id. revoke-key: the key of the request. */
  readonly does?: 'cancel' | 'ship' | 'remove' | 'place' | 'revoke-key';
  readonly addedAt: string;
  readonly endsAt?: string;
  readonly ended: boolean;
  readonly matched: number;
  readonly fired: number;
};
/** A hold and the requests that wait at it. */
export type Gate = {
  readonly id: string;
  readonly operation: 'cancelOrder';
  readonly orderId?: bigint;
  readonly count?: number;
  readonly timeoutMs: number;
  /** The milliseconds until it closes by itself. */
  readonly remainingMs: number;
  /** The waiting requests, the longest waiting first. */
  readonly waiting: ReadonlyArray<HeldRequest>;
  /** The number of requests held so far. */
  readonly held: number;
};
export type HeldRequest = { readonly exchange: number; readonly orderId: bigint; };
/** Which cancels to hold. */
export type GateRequest = {
  readonly id?: string;
  readonly operation?: 'cancelOrder';
  /** Hold only cancels of this order. */
  readonly orderId?: bigint;
  /** The maximum number of requests to hold. */
  readonly count?: number;
  /** When the hold closes by itself, at most 60s. */
  readonly timeout?: Duration;
  /** `timeout` in milliseconds. They exclude each other. Default: 10000. */
  readonly timeoutMs?: number;
};
/** A hold, and whether enough requests waited at it in time. */
export type GateWait = {
  readonly id: string;
  readonly operation: 'cancelOrder';
  readonly orderId?: bigint;
  readonly count?: number;
  readonly timeoutMs: number;
  /** The milliseconds until it closes by itself. */
  readonly remainingMs: number;
  /** The waiting requests, the longest waiting first. */
  readonly waiting: ReadonlyArray<HeldRequest>;
  /** The number of requests held so far. */
  readonly held: number;
  readonly reached: boolean;
};
/** The new time, and what became due. */
export type ClockChange = {
  readonly before: string;
  readonly now: string;
  readonly frozen: boolean;
  /** The ids of orders. */
  readonly shipped: ReadonlyArray<bigint>;
  readonly expiredKeys: ReadonlyArray<string>;
  readonly endedFaults: ReadonlyArray<string>;
};
/** `frozen` applies first. `set` and `advance` exclude each other. */
export type ClockRequest = { readonly frozen?: boolean; readonly set?: string; readonly advance?: Duration; };
/** An API key by its id. */
export type KeyView = {
  readonly id: string;
  readonly expired: boolean;
  /** On the environment's clock. */
  readonly expiresAt?: string;
};
/** An API key with its text. */
export type NewKey = {
  readonly id: string;
  readonly expired: boolean;
  /** On the environment's clock. */
  readonly expiresAt?: string;
  readonly key: ApiKey;
};
/** An API key. `expiresAt` and `expiresIn` exclude each other. */
export type KeyRequest = { readonly key?: ApiKey; readonly expiresAt?: string; readonly expiresIn?: Duration; };
export type OperationName = 'listOrders' | 'cancelOrder' | 'getPet' | 'postMessage';
/** A page of exchanges, newest first. */
export type JournalPage = {
  readonly exchanges: ReadonlyArray<Exchange>;
  /** The `cursor` of the next page. Omitted on the last page. */
  readonly next?: number;
  /** The capacity of the journal. */
  readonly size: number;
  /** The number of exchanges dropped because the journal was full. */
  readonly dropped: number;
};
/** A request and its response. API keys are redacted. */
export type Exchange = {
  readonly number: number;
  readonly begunAt: string;
  /** Omitted while the exchange is in progress. */
  readonly endedAt?: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: ReadonlyArray<Header>;
  /** The header as it was sent, up to 256 characters. */
  readonly traceparent?: string;
  readonly body?: Body;
  readonly operation?: OperationName;
  /** The id of the API key. Omitted if the request had no valid one. */
  readonly key?: string;
  /** The order of a cancel, with its status before and after. */
  readonly order?: { readonly id: bigint; readonly before?: OrderStatus; readonly after?: OrderStatus; };
  readonly end?: 'answered' | 'client-gone' | 'reset' | 'closed' | 'garbled' | 'cut' | 'failed';
  readonly answer?: { readonly status: number; readonly headers: ReadonlyArray<Header>; readonly body?: Body; };
  readonly gaps: GapChoices;
  readonly faults: ReadonlyArray<FiredFault>;
  /** The id of the hold at which the request waited. */
  readonly gate?: string;
  /** Why the request was refused, and what would have succeeded. */
  readonly refused?: { readonly step: 'path' | 'method' | 'request' | 'key' | 'order-id' | 'order' | 'state' | 'pet' | 'fault'; readonly why: string; readonly wouldMatch: string; };
  /** Probable mistakes of the client. */
  readonly notes: ReadonlyArray<{ readonly code: string; readonly text: string; }>;
};
export type Header = { readonly name: string; readonly value: string; };
/** The first 8 KiB of a body: as text if it is UTF-8, else as base64. */
export type Body = { readonly length: number; readonly truncated: boolean; readonly text?: string; readonly base64?: string; };
export type FiredFault = {
  readonly id: string;
  /** What it did: `waited 213 ms`. */
  readonly did: string;
};
/** Up to 100 matching exchanges, and whether there were enough in time. */
export type JournalWait = { readonly reached: boolean; readonly count: number; readonly exchanges: ReadonlyArray<Exchange>; };
/** The result of each check. The status is 200 even if one fails. */
export type Verification = { readonly passed: boolean; readonly checks: ReadonlyArray<CheckResult>; };
export type CheckResult = {
  /** The check as a sentence. */
  readonly check: string;
  readonly passed: boolean;
  /** What the journal shows, with the numbers of exchanges. */
  readonly seen: string;
};
/** A statement about what the client did. */
export type Check = {
  readonly check: 'cancelled';
  /** The id of an order. */
  readonly orderId: bigint;
  /** How many times. */
  readonly times?: number;
  /** How many times at most. */
  readonly atMost?: number;
} | {
  readonly check: 'nothing-else-changed';
  /** The ids of orders. */
  readonly except?: ReadonlyArray<bigint>;
} | { readonly check: 'no-request-without-key'; } | {
  readonly check: 'retried';
  /** How many retries at most. */
  readonly atMost: number;
  /** The id of an order. */
  readonly orderId?: bigint;
} | {
  readonly check: 'never-requested';
  /** The operation. */
  readonly operation?: 'listOrders' | 'cancelOrder' | 'getPet' | 'postMessage';
  /** The id of an order. */
  readonly orderId?: bigint;
} | { readonly check: 'no-notes'; };
/** The body of the successful response of each route. */
export type ControlResponses = {
  readonly 'GET /livez': Probe;
  readonly 'GET /readyz': Probe;
  readonly 'GET /': { readonly name: string; readonly version: string; readonly environments: ReadonlyArray<EnvironmentAddress>; readonly documents: ReadonlyArray<{ readonly name: string; readonly path: string; }>; } | string;
  readonly 'GET /console/{file}': string;
  readonly 'POST /session': Session;
  readonly 'GET /session': Session;
  readonly 'DELETE /session': undefined;
  readonly 'GET /openapi': { readonly documents: ReadonlyArray<{ readonly name: string; readonly path: string; }>; };
  readonly 'GET /openapi/scenario.schema.json': string;
  readonly 'GET /openapi/{document}.yaml': string;
  readonly 'GET /metrics': string;
  readonly 'GET /coverage': CoverageView;
  readonly 'GET /environments/{environment}/coverage': CoverageView;
  readonly 'GET /record': string;
  readonly 'GET /settings': { readonly settings: ReadonlyArray<SettingView>; };
  readonly 'GET /scenarios': { readonly scenarios: ReadonlyArray<ScenarioSummary>; };
  readonly 'GET /scenarios/{scenario}': string | InlineScenario;
  readonly 'GET /environments': {
  /** The name of the process (`--replica`), where several run behind one address. */
  readonly replica: string;
  /** Oldest first. Production and staging always exist. */
  readonly environments: ReadonlyArray<EnvironmentView>;
};
  readonly 'GET /environments/{environment}': EnvironmentView;
  readonly 'PUT /environments/{environment}': OpenedEnvironmentView;
  readonly 'DELETE /environments/{environment}': { readonly deleted: string; };
  readonly 'PUT /environments/{environment}/scenario': EnvironmentView;
  readonly 'POST /environments/{environment}/reset': EnvironmentView;
  readonly 'GET /environments/{environment}/snapshot': string | InlineScenario;
  readonly 'GET /environments/{environment}/orders': {
  readonly orders: ReadonlyArray<Order>;
  /** How many orders match in all. */
  readonly total: number;
};
  readonly 'GET /environments/{environment}/orders/{order}': Order;
  readonly 'PUT /environments/{environment}/orders/{order}': OrderChange;
  readonly 'DELETE /environments/{environment}/orders/{order}': { readonly deleted: Order; };
  readonly 'POST /environments/{environment}/orders/{order}/ship': { readonly order: Order; readonly changed: boolean; };
  readonly 'GET /environments/{environment}/profile': ProfileView;
  readonly 'PUT /environments/{environment}/profile': ProfileChange;
  readonly 'GET /environments/{environment}/faults': { readonly faults: ReadonlyArray<FaultStatus>; };
  readonly 'PUT /environments/{environment}/faults': { readonly faults: ReadonlyArray<FaultStatus>; };
  readonly 'POST /environments/{environment}/faults': FaultStatus;
  readonly 'DELETE /environments/{environment}/faults': { readonly deleted: ReadonlyArray<FaultStatus>; };
  readonly 'DELETE /environments/{environment}/faults/{fault}': { readonly deleted: FaultStatus; };
  readonly 'GET /environments/{environment}/holds': { readonly gates: ReadonlyArray<Gate>; };
  readonly 'POST /environments/{environment}/holds': Gate;
  readonly 'GET /environments/{environment}/holds/{hold}': Gate | GateWait;
  readonly 'DELETE /environments/{environment}/holds/{hold}': { readonly released: ReadonlyArray<number>; };
  readonly 'POST /environments/{environment}/holds/{hold}/release': { readonly released: ReadonlyArray<number>; };
  readonly 'GET /environments/{environment}/clock': ClockView;
  readonly 'PATCH /environments/{environment}/clock': ClockChange;
  readonly 'GET /environments/{environment}/keys': { readonly keys: ReadonlyArray<KeyView>; };
  readonly 'PUT /environments/{environment}/keys': { readonly keys: ReadonlyArray<KeyView>; };
  readonly 'POST /environments/{environment}/keys': NewKey;
  readonly 'DELETE /environments/{environment}/keys/{key}': { readonly revoked: KeyView; };
  readonly 'GET /environments/{environment}/journal': JournalPage;
  readonly 'DELETE /environments/{environment}/journal': { readonly deleted: number; };
  readonly 'GET /environments/{environment}/journal/wait': JournalWait;
  readonly 'POST /environments/{environment}/journal/verify': Verification;
  readonly 'GET /environments/{environment}/journal/{exchange}': Exchange;
};
