import type { ExchangeEnd } from '../environment/journal/journal-entry.ts';
import type { ShownBody, ShownFault } from '../environment/journal/journal-exchange.ts';

/** The format that this version writes and reads. */
export const capsuleFormat = 1;

/** The maximum size of a capsule in bytes. Requests beyond it are left out, the latest first. */
export const maxCapsuleBytes: number = 32 * 1024 * 1024;

/** What happened in an environment, in order: a request of a client, or a change that a test made. */
export type CapsuleStep = CapsuleRequest | CapsuleChange;

export type CapsuleChange = {
  /** On the environment's clock, as RFC 3339. */
  readonly at: string;
  /** A request to the control API, below `/environments/{environment}/`. */
  readonly change: { readonly method: string; readonly target: string; readonly body: string };
};

export type CapsuleRequest = {
  readonly at: string;
  /** As in the journal: counts from 1. */
  readonly number: number;
  readonly request: {
    readonly method: string;
    readonly target: string;
    /** A key of the environment is written `<key-1>`. */
    readonly headers: readonly Header[];
    /** How many header fields the journal did not keep; undefined for none. */
    readonly headersLeftOut?: number | undefined;
    readonly body?: ShownBody | undefined;
  };
  readonly response: CapsuleResponse;
  /** After how many waits of faults the client left. */
  readonly leftAfter?: number | undefined;
  /** Why it may be answered differently when it is sent again. */
  readonly unsure?: string | undefined;
};

export type Header = readonly [name: string, value: string];

/** A response before a fault disturbed its bytes, and how the exchange ended. */
export type CapsuleResponse = {
  readonly end: ExchangeEnd | 'open';
  readonly status?: number | undefined;
  /** Without those that Node adds, and without `Sim-Gaps`. */
  readonly headers: readonly Header[];
  readonly body?: ShownBody | undefined;
  readonly faults: readonly ShownFault[];
};

/** What a capsule lacks. */
export type Missing = {
  /** Requests between those that it has, which the journal dropped or a test deleted. */
  readonly requests: number;
  /** Changes that the journal dropped. */
  readonly changes: number;
  /** The last requests and changes, beyond the maximum size. */
  readonly later: number;
};
