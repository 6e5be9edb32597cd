import type { ClientNote } from '../../../src/matrix/model.ts';

/** What COMMAND of `matrix` knows of the simulator. */
export type Access = {
  /** The address of the service, without `/v1`. */
  readonly origin: string;
  readonly apiKey: string;
  readonly controlUrl?: string | undefined;
  readonly controlToken?: string | undefined;
  /** Whether the simulator delays a response now, if it is one of this process. */
  readonly isDelayed?: () => boolean;
};

/** A client of which it is known on what it depends. */
export type BenchClient = {
  /** What it takes for granted, or what is wrong with it. */
  readonly assumes: string;
  /**
   * All minimal cells in which its test fails, in the notation of `matrix`: `content-type=charset`,
   * `etag=on + list-compression=on`, `cancelOrder:1:reset-after-commit`. A parameter is
   * written as in the table of gaps: `pet-deprecation=since:…`.
   */
  readonly causes: readonly string[];
  /** What its exchanges show, whether or not its test fails. Default: nothing. */
  readonly notes?: readonly ClientNote['kind'][];
  /** Uses the service, and throws if its test fails. */
  readonly run: (access: Access) => Promise<void>;
};

/**
 * The scenario of every bench client. Its order of placement is neither that of the ids nor that of the dates. As an object, it
 * would name each order, and `optional-fields=sparse` would leave out no id.
 */
export const benchScenario = `
orders:
  - { id: 1003, petId: 7, quantity: 2, shipDate: 2026-03-02T10:00:00Z, complete: false, status: pending }
  - { id: 1001, petId: 9, quantity: 1, shipDate: 2026-01-20T10:00:00Z, complete: true, status: shipped }
  - { id: 1007, petId: 7, quantity: 4, shipDate: 2026-02-11T08:30:00Z, complete: false, status: pending }
  - { id: 1002, petId: 3, quantity: 1, shipDate: 2026-05-01T12:00:00Z, complete: false, status: pending }
  - { id: 1010, petId: 4, quantity: 6, shipDate: 2026-04-17T16:45:00Z, complete: false, status: pending }
  - { id: 1004, petId: 9, quantity: 2, shipDate: 2026-01-05T09:15:00Z, complete: true, status: shipped }
  - { id: 1006, petId: 5, quantity: 3, shipDate: 2026-03-28T07:00:00Z, complete: false, status: pending }
  - { id: 1009, petId: 2, quantity: 1, shipDate: 2026-06-09T14:20:00Z, complete: false, status: pending }
  - { id: 1005, petId: 8, quantity: 5, shipDate: 2026-02-25T18:05:00Z, complete: false, status: pending }
  - { id: 1008, petId: 6, quantity: 2, shipDate: 2026-04-30T11:10:00Z, complete: false, status: pending }
handles: { pending: 1003, shipped: 1001, missing: 9999 }
pets:
  "7": { id: 7, name: Rex }
`;

/** Orders of the scenario by their state, and an id of none. */
export const pending = 1003;
export const otherPending = 1007;
export const shipped = 1001;
export const missing = 9999;

export const list = '/v1/store/orders';
export const orderAt = (id: number): string => `${list}/${id}`;

/** An order as these clients know it. */
export type Order = {
  readonly id: number;
  readonly petId?: number;
  readonly quantity?: number;
  readonly shipDate?: string;
  readonly complete?: boolean;
};

/** Fails a test. */
export function fail(what: string): never {
  throw new Error(what);
}

/** Fails unless two values are the same. */
export function expectSame(seen: unknown, expected: unknown, what: string): void {
  const [one, other] = [JSON.stringify(seen), JSON.stringify(expected)];
  if (one !== other) fail(`${what}: ${one} instead of ${other}`);
}
