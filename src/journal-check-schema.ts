import * as z from 'zod';
import type { Check } from './control-api.ts';
import type { Fields } from './field.ts';
import { type CheckKind, checkKinds } from './journal-checks.ts';
import { schemasOf } from './text/field-schemas.ts';

type ReadFields = (fields: Fields) => Readonly<Record<string, z.ZodType>>;

/** Returns the schema of a check whose fields are read by the schemas that `read` returns. */
export function createCheckSchema(read: ReadFields): z.ZodType<Check> {
  const variants = Map.groupBy(checkKinds, ({ check }) => check);
  const schemas = [...variants].map(([check, kinds]) => schemaOfCheck(check, kinds, read));
  // The types of the fields are those of the document, which is made from the same table.
  return z.discriminatedUnion('check', schemas as [(typeof schemas)[number]]) as unknown as z.ZodType<Check>;
}

/** A check of `verify`, as the control API receives it; integers are read from bigint. */
export const checkSchema: z.ZodType<Check> = createCheckSchema(schemasOf);

/** Kinds of the same check differ in one field each, of which exactly one must be given. */
function schemaOfCheck(check: string, kinds: readonly CheckKind[], read: ReadFields) {
  const all: Record<string, z.ZodType> = Object.assign({}, ...kinds.map(({ fields }) => read(fields)));
  const isOwn = (name: string): boolean => kinds.some(({ fields }) => fields[name] === undefined);
  const own = Object.keys(all).filter(isOwn);
  for (const name of own) all[name] = (all[name] ?? z.never()).optional();
  const schema = z
    .strictObject({ check: z.literal(check), ...all })
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
