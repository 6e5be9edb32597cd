import { z } from 'zod';
import type { Fault } from '../environment/faults/fault.ts';
import { longestDelay } from '../environment/faults/latency.ts';
import { operationNames } from '../environment/operation.ts';
import { int64, wholeNumber } from './order-schema.ts';

const count = (least: number, most: number, says: string) =>
  wholeNumber(least, most).transform(Number).meta({ description: says });

const fraction = (most: number, says: string) =>
  z
    .union([z.bigint(), z.number()])
    .refine((value) => value >= 0 && value <= most, { params: { expected: `a number from 0 to ${most}` } })
    .meta({ anyOf: undefined, type: 'number', minimum: 0, maximum: most })
    .transform(Number)
    .meta({ description: says });

const delay = (says: string) => count(0, longestDelay, says);
const mostBytes = 1_000_000_000;

const common = {
  id: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, { error: 'a name like lost-answer, of letters, digits, ., - and _' })
    .optional()
    .describe(
      'The name by which it is listed, shown in the journal and taken away. Left out: fault-1, fault-2, …',
    ),
  operation: z.enum(operationNames).optional().describe('Disturbs this operation alone.'),
  orderId: int64.optional().describe('Disturbs requests about this order alone.'),
  key: z
    .string()
    .regex(/^key-[1-9][0-9]{0,8}$/, { error: 'the id of a key, like key-1' })
    .optional()
    .describe('Disturbs requests with this API key alone: key-1 is the first of the environment.'),
  times: count(1, mostBytes, 'Fires on the first so many and no more.').optional(),
  every: count(1, mostBytes, 'Fires on every so-manieth that matches.').optional(),
  probability: fraction(1, 'Fires with this probability, drawn from the seed.').optional(),
  durationMs: count(1, 31_536_000_000, "Ends so long after it began, on the environment's clock.").optional(),
};

const when = z
  .enum(['before-commit', 'after-commit'])
  .optional()
  .describe(
    'before-commit (the default): nothing has changed yet. after-commit: the cancel has taken effect, its answer is not sent yet.',
  );

const uniform = z
  .strictObject({ min: delay('The shortest.'), max: delay('The longest.') })
  .refine(({ min, max }) => min <= max, {
    params: { what: 'a range runs backwards', expected: 'the smaller end first' },
  });
const logNormal = z.strictObject({
  median: delay('Half of all are shorter.'),
  sigma: fraction(10, 'How far they spread: 0.5 is usual.'),
});

const kinds = [
  z.strictObject({
    kind: z.literal('latency'),
    ...common,
    when,
    ms: z
      .union([delay('Always so long.'), uniform, logNormal])
      .describe('How long to wait, in milliseconds: fixed, between two bounds, or log-normal.'),
  }),
  z.strictObject({
    kind: z.literal('bandwidth'),
    ...common,
    bytesPerSecond: count(1, mostBytes, 'Sends no more of an answer in a second.'),
  }),
  z.strictObject({
    kind: z.literal('drip'),
    ...common,
    bytes: count(1, mostBytes, 'Sends so many bytes at a time.'),
    everyMs: delay('Waits so long in between.'),
  }),
  z.strictObject({ kind: z.literal('reset'), ...common, when }),
  z.strictObject({ kind: z.literal('close'), ...common, when }),
  z.strictObject({
    kind: z.literal('truncate'),
    ...common,
    bytes: count(0, mostBytes, 'Sends so many bytes of the body. Left out: half of them.').optional(),
  }),
  z.strictObject({
    kind: z.literal('garbage'),
    ...common,
    when,
    in: z
      .enum(['answer', 'body'])
      .optional()
      .describe(
        'answer (the default): no HTTP at all. body: a good head, then garbage of the promised length.',
      ),
    bytes: count(1, 1_000_000, 'How many bytes in place of an answer. Left out: 256.').optional(),
  }),
  z.strictObject({
    kind: z.literal('status'),
    ...common,
    when,
    status: count(400, 599, 'The HTTP status.'),
    body: z
      .enum(['error', 'html', 'empty'])
      .optional()
      .describe("error (the default): an Error body. html: a gateway's page. empty: none."),
    retryAfter: count(0, 86_400, 'Seconds, in a header Retry-After.').optional(),
  }),
  z.strictObject({
    kind: z.literal('rate-limit'),
    ...common,
    requests: count(0, mostBytes, 'So many go through; the next are answered 429 with Retry-After.'),
    perMs: count(1, 86_400_000, "Within so long, on the environment's clock. Left out: 1000.").optional(),
  }),
  z.strictObject({ kind: z.literal('unauthorized'), ...common }),
  z.strictObject({ kind: z.literal('stale-list'), ...common }),
] as const;

const onlyOperation = (kind: string, operation: string) => ({
  params: { what: `${kind} disturbs ${operation} alone`, expected: `operation: ${operation}, or none` },
});

/** A fault, as a scenario file and the control API give it; integers are read from bigint. */
export const faultSchema: z.ZodType<Fault> = z
  .discriminatedUnion('kind', kinds)
  .refine((fault) => !('when' in fault) || fault.when !== 'after-commit' || isOn(fault, 'cancelOrder'), {
    path: ['operation'],
    ...onlyOperation('when: after-commit', 'cancelOrder'),
  })
  .refine((fault) => fault.kind !== 'stale-list' || isOn(fault, 'listOrders'), {
    path: ['operation'],
    ...onlyOperation('stale-list', 'listOrders'),
  })
  .describe('A disturbance injected on purpose.');

function isOn(fault: { readonly operation?: string | undefined }, operation: string): boolean {
  return fault.operation === undefined || fault.operation === operation;
}

/** Faults of one environment: their ids differ. */
export const faultsSchema: z.ZodType<readonly Fault[]> = z
  .array(faultSchema)
  .superRefine((faults, context) => {
    const seen = new Set<string>();
    for (const [at, { id }] of faults.entries()) {
      if (id !== undefined && seen.has(id))
        context.addIssue({
          code: 'custom',
          path: [at, 'id'],
          params: { what: `two faults have the id "${id}"`, expected: 'each id once' },
        });
      if (id !== undefined) seen.add(id);
    }
  });
