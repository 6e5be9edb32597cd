import { z } from 'zod';
import { operationNames } from '../../../operation.ts';
import { isInt64 } from '../../../order-id.ts';
import type { Check } from './checks.ts';

const orderId = z.bigint().refine(isInt64, { params: { expected: 'an int64' } });
const count = z
  .bigint()
  .refine((value) => value >= 0n && value <= 1_000_000_000n, {
    params: { expected: 'a whole number from 0 to 1000000000' },
  })
  .transform(Number);

const cancelled = z
  .strictObject({ check: z.literal('cancelled'), orderId, times: count.optional(), atMost: count.optional() })
  .refine(({ times, atMost }) => (times === undefined) !== (atMost === undefined), {
    params: { what: 'the check cancelled needs one number', expected: 'either times or atMost' },
  })
  .transform(
    ({ times, atMost, check, orderId: id }): Check =>
      times === undefined ? { check, orderId: id, atMost: atMost ?? 0 } : { check, orderId: id, times },
  );

const neverRequested = z
  .strictObject({
    check: z.literal('never-requested'),
    operation: z.enum(operationNames).optional(),
    orderId: orderId.optional(),
  })
  .refine(({ operation, orderId: id }) => operation !== undefined || id !== undefined, {
    params: { what: 'the check never-requested names nothing', expected: 'operation, orderId or both' },
  });

/** A check of `verify`, as the control API receives it; integers are read from bigint. Only the control API loads it. */
export const checkSchema: z.ZodType<Check> = z.discriminatedUnion('check', [
  cancelled,
  z.strictObject({ check: z.literal('nothing-else-changed'), except: z.array(orderId).optional() }),
  z.strictObject({ check: z.literal('no-request-without-key') }),
  z.strictObject({ check: z.literal('retried'), atMost: count, orderId: orderId.optional() }),
  neverRequested,
  z.strictObject({ check: z.literal('no-notes') }),
]);
