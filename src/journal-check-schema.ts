import * as z from 'zod';
import type { Check } from './control-api.ts';
import { operationNames } from './operation.ts';
import { count, int64 } from './text/field-schemas.ts';

type CheckKind = {
  readonly check: string;
  readonly says: string;
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** Whether at least one of the fields must be given. */
  readonly needsAny?: true;
};

const orderId = int64.describe('The id of an order.');

/** The statements about what a client did that `POST …/journal/verify` checks. Kinds with the same `check` differ in one field. */
export const checkKinds: readonly CheckKind[] = [
  {
    check: 'cancelled',
    says: 'The order was cancelled exactly `times` times.',
    fields: { orderId, times: count(0).describe('How many times.') },
  },
  {
    check: 'cancelled',
    says: 'The order was cancelled at most `atMost` times.',
    fields: { orderId, atMost: count(0).describe('How many times at most.') },
  },
  {
    check: 'nothing-else-changed',
    says: 'No order was cancelled, except those in `except` and in the other checks of this call.',
    fields: { except: z.array(int64).optional().describe('The ids of orders.') },
  },
  { check: 'no-request-without-key', says: 'Every request carried a bearer token.', fields: {} },
  {
    check: 'retried',
    says: 'No order had more than `1 + atMost` cancel requests. With `orderId`, applies only to that order.',
    fields: { atMost: count(0).describe('How many retries at most.'), orderId: orderId.optional() },
  },
  {
    check: 'never-requested',
    says: 'No request matched the operation, the order, or both.',
    fields: {
      operation: z.enum(operationNames).optional().describe('The operation.'),
      orderId: orderId.optional(),
    },
    needsAny: true,
  },
  { check: 'no-notes', says: 'No exchange has a note.', fields: {} },
];

/** Returns the schema of a check. `read` returns the schema that reads a field. */
export function createCheckSchema(read = (schema: z.ZodType): z.ZodType => schema): z.ZodType<Check> {
  const variants = Map.groupBy(checkKinds, ({ check }) => check);
  const schemas = [...variants].map(([check, kinds]) => schemaOfCheck(check, kinds, read));
  // The types of checks are those of the document, which is made from the same kinds.
  return z.discriminatedUnion('check', schemas as [(typeof schemas)[number]]) as unknown as z.ZodType<Check>;
}

/** A check of `verify`, as the control API receives it; integers are read from bigint. */
export const checkSchema: z.ZodType<Check> = createCheckSchema();

/** Kinds of the same check differ in one field each, of which exactly one must be given. */
function schemaOfCheck(check: string, kinds: readonly CheckKind[], read: (schema: z.ZodType) => z.ZodType) {
  const all = Object.assign({}, ...kinds.map(({ fields }) => fields)) as CheckKind['fields'];
  const isOwn = (name: string): boolean => kinds.some(({ fields }) => fields[name] === undefined);
  const own = Object.keys(all).filter(isOwn);
  const shape = Object.entries(all).map(([name, schema]) => [
    name,
    isOwn(name) ? read(schema).optional() : read(schema),
  ]);
  const schema = z
    .strictObject({ check: z.literal(check), ...Object.fromEntries(shape) })
    .describe(kinds.map(({ says }) => says).join(' Or: '));
  if (own.length > 0)
    return schema.refine((value) => given(value, own) === 1, {
      params: { what: `the check ${check} needs one number`, expected: `either ${own.join(' or ')}` },
    });
  if (kinds[0]?.needsAny === undefined) return schema;
  const names = Object.keys(all);
  return schema.refine((value) => given(value, names) > 0, {
    params: { what: `the check ${check} names nothing`, expected: `${names.join(', ')} or both` },
  });
}

function given(value: Readonly<Record<string, unknown>>, names: readonly string[]): number {
  return names.filter((name) => value[name] !== undefined).length;
}
