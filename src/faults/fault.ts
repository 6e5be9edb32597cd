import type * as z from 'zod';
import { operationNames } from '../operation.ts';
import { close, garbage, reset, truncate } from './connection-faults.ts';
import type { Effect, FaultKind, FieldSchemas } from './fault-kind.ts';
import { rateLimit, status, unauthorized } from './response-faults.ts';
import { bandwidth, drip, latency } from './slow-faults.ts';
import { meanwhile, staleList } from './state-faults.ts';

/** The id of every fault of a cell of `matrix` begins with it. */
export const cellFaultPrefix = 'matrix-';

/** The fields of every fault: its name, which exchanges it disturbs, and how often. All given parts must match. */
export function commonFields({ z, count, int64, milliseconds, numberTo }: FieldSchemas) {
  return {
    id: z
      .string()
      .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, {
        error: 'a name like lost-response, of letters, digits, ., - and _',
      })
      .optional()
      .describe(
        'The name of the fault in lists and in the journal, of letters, digits, ., - and _. Default: fault-1, fault-2, …',
      ),
    operation: z.enum(operationNames).optional().describe('Disturbs only this operation.'),
    orderId: int64.optional().describe('Disturbs only requests for this order.'),
    key: z
      .string()
      .regex(/^key-[1-9][0-9]{0,8}$/, { error: 'the id of a key, like key-1' })
      .optional()
      .describe(
        'Disturbs only requests with this API key: key-1 is the first of the environment, those of the settings before those of the scenario.',
      ),
    times: count().optional().describe('Fires at most this many times.'),
    every: count().optional().describe('Fires on every nth match: 3 means on the third and the sixth.'),
    probability: numberTo(1)
      .optional()
      .describe(
        'Fires with this probability, drawn from the seed: the same requests in the same order meet the same faults.',
      ),
    duration: milliseconds(1, 31_536_000_000)
      .optional()
      .describe("Ends this long after it was added, on the environment's clock."),
  };
}

/** The table of faults, in the order of the docs. */
export const faultKinds = {
  latency,
  bandwidth,
  drip,
  reset,
  close,
  truncate,
  garbage,
  status,
  'rate-limit': rateLimit,
  unauthorized,
  'stale-list': staleList,
  meanwhile,
};

type Kinds = typeof faultKinds;

/** The fields that say what a fault does. */
export type FaultSettings = Kinds[keyof Kinds]['example'];

/** A disturbance injected on purpose. */
export type Fault = Readonly<z.output<z.ZodObject<ReturnType<typeof commonFields>>>> & FaultSettings;

export function kindOf(fault: FaultSettings): FaultKind<FaultSettings, Effect> {
  // The row was found by the kind of this fault, which the types cannot follow.
  return faultKinds[fault.kind] as unknown as FaultKind<FaultSettings, Effect>;
}
