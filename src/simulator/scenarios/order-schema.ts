import * as z from 'zod';
import { msOf } from '../../text/date-time.ts';
import { longestDuration, readDuration } from '../../text/duration.ts';
import {
  dateTime,
  durationText,
  instant,
  int64,
  integer,
  numberTo,
  wholeNumber,
} from '../../text/field-schemas.ts';
import { orderStatuses } from '../orders/order.ts';

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

export const orderStatus = z
  .enum(orderStatuses as readonly ['pending', 'shipped', 'cancelled'])
  .meta({ id: 'OrderStatus', description: 'The status of an order, which the service never sends.' });

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
  status: orderStatus.optional().describe('The state. The service never sends it. Default: pending.'),
  ships: ships.optional(),
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
  complete: numberTo(1)
    .optional()
    .describe('The probability that complete is true, from 0 to 1. Default: 0.5.'),
  leaveOut: z
    .array(z.enum(['petId', 'quantity', 'shipDate', 'complete']))
    .optional()
    .describe('Fields that these orders do not have.'),
});
