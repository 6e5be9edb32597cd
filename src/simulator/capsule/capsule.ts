import { z } from 'zod';
import { dateTime, smallInteger } from '../../text/field-schemas.ts';

/** The format that this version writes and reads. */
export const capsuleFormat = 1;

/** The maximum size of a capsule in bytes. Requests beyond it are left out, the latest first. */
export const maxCapsuleBytes: number = 32 * 1024 * 1024;

export const count = smallInteger(0, Number.MAX_SAFE_INTEGER);
const headers = z.array(z.tuple([z.string(), z.string()]).readonly()).readonly();
const body = z.strictObject({
  length: count,
  truncated: z.boolean(),
  text: z.string().optional(),
  base64: z.string().optional(),
});

const changeStep = z.strictObject({
  /** On the environment's clock, as RFC 3339. */
  at: dateTime,
  /** A request to the control API, below `/environments/{environment}/`. */
  change: z.strictObject({ method: z.string(), target: z.string(), body: z.string() }),
});

const requestStep = z.strictObject({
  at: dateTime,
  /** As in the journal: counts from 1. */
  number: count,
  request: z.strictObject({
    method: z.string(),
    target: z.string(),
    /** A key of the environment is written `<key-1>`. */
    headers,
    /** How many header fields the journal did not keep; undefined for none. */
    headersLeftOut: count.optional(),
    body: body.optional(),
  }),
  /** Before a fault disturbed its bytes, and how the exchange ended. Without headers that Node adds, and `Sim-Gaps`. */
  response: z.strictObject({
    end: z.enum(['answered', 'client-gone', 'reset', 'closed', 'garbled', 'cut', 'failed', 'open']),
    status: count.optional(),
    headers,
    body: body.optional(),
    faults: z.array(z.strictObject({ id: z.string(), did: z.string() })).readonly(),
  }),
  /** After how many waits of faults the client left. */
  leftAfter: count.optional(),
  /** Why it may be answered differently when it is sent again. */
  unsure: z.string().optional(),
});

/** What happened in an environment, in order: a request of a client, or a change that a test made. */
export const steps = z.array(z.union([changeStep, requestStep])).readonly();

/** What a capsule lacks. */
export const missing = z.strictObject({
  /** Requests between those that it has, which the journal dropped or a test deleted. */
  requests: count,
  /** Changes that the journal dropped. */
  changes: count,
  /** The last requests and changes, beyond the maximum size. */
  later: count,
});

export type CapsuleStep = z.output<typeof steps>[number];
export type CapsuleRequest = z.output<typeof requestStep>;
export type Header = CapsuleRequest['request']['headers'][number];
export type Missing = z.output<typeof missing>;
