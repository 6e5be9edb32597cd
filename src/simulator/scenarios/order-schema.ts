import { z } from 'zod';
import { readDateTime } from '../../text/date-time.ts';
import { describeDurations, durationPattern, longestDuration, readDuration } from '../../text/duration.ts';
import { orderStatuses } from '../orders/order.ts';
import { isInt64 } from '../orders/order-id.ts';

/** An integer of any size. */
export const integer: z.ZodBigInt = z.bigint().meta({ type: 'integer' });

/** An int64, like an order id. */
export const int64: z.ZodBigInt = z
  .bigint()
  .refine(isInt64, { params: { expected: 'an int64, from -9223372036854775808 to 9223372036854775807' } })
  .meta({ type: 'integer', format: 'int64' });

/** A whole number in a range that a double holds exactly. */
export function wholeNumber(smallest: number, largest: number): z.ZodBigInt {
  return z
    .bigint()
    .refine((value) => value >= smallest && value <= largest, {
      params: { expected: `a whole number from ${smallest} to ${largest}` },
    })
    .meta({ type: 'integer', minimum: smallest, maximum: largest });
}

const firstInstant = -62_167_219_200_000;
const lastInstant = 253_402_300_799_999;

/** An RFC 3339 date-time. Spec 2, shipDate. */
export const dateTime: z.ZodString = z
  .string()
  .superRefine((text, context) => {
    const reading = readDateTime(text);
    if (reading.kind === 'malformed')
      context.addIssue({ code: 'custom', params: dateTimeWords(reading.reason) });
  })
  .meta({ format: 'date-time' });

/** A date-time in the years 0000 to 9999 of UTC, for a clock. */
export const instant: z.ZodString = dateTime
  .superRefine((text, context) => {
    const reading = readDateTime(text);
    if (reading.kind === 'malformed' || (reading.ms >= firstInstant && reading.ms <= lastInstant)) return;
    context.addIssue({ code: 'custom', params: dateTimeWords('it is not in the years 0000 to 9999 of UTC') });
  })
  .meta({ format: 'date-time' });

function dateTimeWords(reason: string): { expected: string; hint: string } {
  return { expected: 'a date-time like 2026-01-20T10:00:00Z', hint: reason };
}

/** A duration in a range, given in milliseconds and read to milliseconds by `readDuration`. */
export function durationText(shortest: number, longest: number): z.ZodString {
  return z
    .string()
    .refine((text) => isInRange(readDuration(text), shortest, longest), {
      params: { expected: describeDurations(shortest, longest) },
    })
    .meta({ pattern: durationPattern });
}

function isInRange(ms: number | undefined, shortest: number, longest: number): boolean {
  return ms !== undefined && ms >= shortest && ms <= longest;
}

const longestMs = readDuration(longestDuration) ?? 0;

const ships = z
  .strictObject({
    at: instant.optional().describe("Ships at this time of the environment's clock."),
    after: durationText(0, longestMs)
      .optional()
      .describe('Ships this long after the scenario is loaded: 30s.'),
    afterLists: wholeNumber(1, 1_000_000_000)
      .optional()
      .describe('Ships after this number of list requests.'),
  })
  .refine((rule) => Object.keys(rule).length === 1, {
    params: { what: 'ships must have one trigger', expected: 'one of at, after, afterLists' },
  })
  .meta({ minProperties: 1, maxProperties: 1 })
  .describe('When this pending order ships automatically. The order must have an id.');

/** An order of a scenario: the five fields of the Order schema, all optional, and its state. Spec 2 and 3. */
export const orderSchema = z.strictObject({
  id: int64.optional().describe('The order id. Without it, the order has no id and cannot be cancelled.'),
  petId: int64.optional().describe('The id of the animal.'),
  quantity: integer.optional().describe('The number of units: any integer.'),
  shipDate: dateTime.optional().describe('An RFC 3339 date-time. The list shows it exactly as written here.'),
  complete: z
    .boolean()
    .optional()
    .describe('Whether the order has been fulfilled. Independent of the status.'),
  status: z
    .enum(orderStatuses as readonly ['pending', 'shipped', 'cancelled'])
    .optional()
    .describe('The state. The service never sends it. Default: pending.'),
  ships: ships.optional(),
});

/** An order of a scenario file. A captured file has orders whose status nobody knows, and perhaps ids of several orders. */
export const scenarioOrderSchema = orderSchema.extend({
  repeatsId: z
    .boolean()
    .optional()
    .describe(
      'Whether an earlier order has the same id, against the specification. The list shows both; a cancel finds the earlier one.',
    ),
  status: z
    .enum(['pending', 'shipped', 'cancelled', 'unknown'])
    .optional()
    .describe(
      'The state. The service never sends it. Default: pending. unknown: loading the scenario needs --unknown-status.',
    ),
});

const ordered = { params: { what: 'the range is reversed', expected: 'the smaller value first' } };

const integerRange = (kind: z.ZodBigInt, says: string) =>
  z
    .strictObject({ min: kind, max: kind })
    .refine(({ min, max }) => min <= max, ordered)
    .optional()
    .describe(says);

const dateRange = z
  .strictObject({ from: instant, to: instant })
  .refine(({ from, to }) => Math.ceil(msOf(from) / 1000) <= Math.floor(msOf(to) / 1000), {
    params: { what: 'the range does not contain a whole second', expected: 'the earlier time first' },
  })
  .optional()
  .describe('Whole seconds of UTC from one to the other, both included. Default: the year 2026.');

function msOf(text: string): number {
  const reading = readDateTime(text);
  return reading.kind === 'date-time' ? reading.ms : Number.NaN;
}

const probability = z
  .union([z.bigint(), z.number()])
  .refine((value) => value >= 0 && value <= 1, { params: { expected: 'a probability from 0 to 1' } })
  .optional()
  .meta({ anyOf: undefined, type: 'number', minimum: 0, maximum: 1 })
  .describe('The probability that complete is true, from 0 to 1. Default: 0.5.');

/** A block of orders generated from the seed. */
export const generateSchema = z.strictObject({
  count: wholeNumber(0, 10_000_000).describe('The number of orders.'),
  status: orderSchema.shape.status,
  firstId: int64
    .optional()
    .describe(
      'The id of the first order; the ids of the others follow it. Default: the ids follow the block before, or 100001.',
    ),
  petId: integerRange(int64, 'Default: from 1 to 9999.'),
  quantity: integerRange(integer, 'Default: from 1 to 10.'),
  shipDate: dateRange,
  complete: probability,
  leaveOut: z
    .array(z.enum(['petId', 'quantity', 'shipDate', 'complete']))
    .optional()
    .describe('Fields that these orders do not have.'),
});
