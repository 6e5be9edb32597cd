import { fileURLToPath } from 'node:url';
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

/** The scenario of every bench client. */
export const benchScenario = fileURLToPath(new URL('bench.yaml', import.meta.url));

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
