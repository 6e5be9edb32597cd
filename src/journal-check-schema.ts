import * as z from 'zod';
import type { Check } from './control-api.ts';
import { operationNames } from './operation.ts';
import { count, int64 } from './text/field-schemas.ts';

/** Returns the schema of a check of `POST …/journal/verify`. `id` and `times` read an order id and a number of times. */
export function createCheckSchema(id: z.ZodType, times: z.ZodType): z.ZodType<Check> {
  const orderId = id.describe('The id of an order.');
  const cancelled = z
    .strictObject({
      check: z.literal('cancelled'),
      orderId,
      times: times.optional().describe('How many times.'),
      atMost: times.optional().describe('How many times at most.'),
    })
    .refine((check) => (check.times === undefined) !== (check.atMost === undefined), {
      params: { what: 'the check cancelled needs one number', expected: 'either times or atMost' },
    })
    .describe('The order was cancelled exactly `times` or at most `atMost` times. One of the two is given.');
  const nothingElse = z
    .strictObject({
      check: z.literal('nothing-else-changed'),
      except: z.array(id).optional().describe('The ids of orders.'),
    })
    .describe('No order was cancelled, except those in `except` and in the other checks of this call.');
  const noRequest = z
    .strictObject({ check: z.literal('no-request-without-key') })
    .describe('Every request carried a bearer token.');
  const retried = z
    .strictObject({
      check: z.literal('retried'),
      atMost: times.describe('How many retries at most.'),
      orderId: orderId.optional(),
    })
    .describe(
      'No order had more than `1 + atMost` cancel requests. With `orderId`, applies only to that order.',
    );
  const neverRequested = z
    .strictObject({
      check: z.literal('never-requested'),
      operation: z.enum(operationNames).optional().describe('The operation.'),
      orderId: orderId.optional(),
    })
    .refine(({ operation, ...one }) => operation !== undefined || one.orderId !== undefined, {
      params: { what: 'the check never-requested names nothing', expected: 'operation, orderId or both' },
    })
    .describe('No request matched the operation, the order, or both.');
  const noNotes = z.strictObject({ check: z.literal('no-notes') }).describe('No exchange has a note.');
  // The types of checks are generated from this schema.
  return z
    .discriminatedUnion('check', [cancelled, nothingElse, noRequest, retried, neverRequested, noNotes])
    .describe('A statement about what the client did.') as unknown as z.ZodType<Check>;
}

/** A check of `verify`, as the control API receives it; integers are read from bigint. */
export const checkSchema: z.ZodType<Check> = createCheckSchema(int64, count(0)).meta({ id: 'Check' });
