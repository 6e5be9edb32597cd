import * as z from 'zod';
import * as textSchemas from '../text/field-schemas.ts';
import { commonFields, type Fault, faultKinds, kindOf } from './fault.ts';
import type { FieldSchemas } from './fault-kind.ts';
import { maxFaults } from './faults.ts';

export const fieldSchemas: FieldSchemas = { ...textSchemas, z };

// Built when the first fault is read: most scenarios have none, and every start with a file would pay for it.
const kinds = z.lazy(() => {
  const schemas = Object.values(faultKinds).map(({ kind, summary, fields }) =>
    z
      .strictObject({ kind: z.literal(kind), ...commonFields(fieldSchemas), ...fields(fieldSchemas) })
      .describe(summary),
  );
  return z.discriminatedUnion('kind', schemas as [(typeof schemas)[number]]);
});

/** A fault, as a scenario file and the control API give it; integers are read from bigint. */
export const faultSchema: z.ZodType<Fault> =
  // The types of faults are those of these fields.
  (kinds as unknown as z.ZodType<Fault>)
    .superRefine((fault, context) => {
      if ('when' in fault && fault.when === 'after-commit')
        requireOperation(fault, 'when: after-commit', 'cancelOrder', context);
      const { only } = kindOf(fault);
      if (only !== undefined) requireOperation(fault, fault.kind, only, context);
    })
    .describe('A disturbance injected on purpose.');

/** Faults of one environment: their ids differ. */
export const faultsSchema: z.ZodType<readonly Fault[]> = z
  .array(faultSchema)
  .max(maxFaults)
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

function requireOperation(
  { operation }: Fault,
  what: string,
  only: string,
  context: z.RefinementCtx<Fault>,
): void {
  if (operation === undefined || operation === only) return;
  context.addIssue({
    code: 'custom',
    path: ['operation'],
    params: { what: `${what} disturbs only ${only}`, expected: `operation: ${only}, or none` },
  });
}

/**
 * Returns the fields of all kinds of faults as those of one object, each of them optional, since every generator of clients
 * reads one object. A field of several kinds has the widest bounds of them, and its description names the kinds.
 */
export function flatFaultFields(schemas: FieldSchemas = fieldSchemas): Record<string, z.ZodType> {
  const own = Object.values(faultKinds).flatMap(({ kind, fields }) =>
    Object.entries<z.ZodType>(fields(schemas)).map(([name, schema]) => ({ kind, name, schema })),
  );
  const merged = [...Map.groupBy(own, ({ name }) => name)].map(([name, all]) => {
    const { schema } = all.reduce((one, other) =>
      rangeOf(other.schema) > rangeOf(one.schema) ? other : one,
    );
    return [name, schema.optional().describe(describeAll(all))];
  });
  return { ...commonFields(schemas), ...Object.fromEntries(merged) };
}

function rangeOf(schema: z.ZodType): number {
  const required = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  const { minimum = 0, maximum = 0 } = required.meta() ?? {};
  return Number(maximum) - Number(minimum);
}

function describeAll(all: readonly { readonly kind: string; readonly schema: z.ZodType }[]): string {
  const [one, ...others] = new Set(all.map(({ schema }) => schema.description));
  const code = (kind: string) => `\`${kind}\``;
  return others.length === 0
    ? `For ${all.map(({ kind }) => code(kind)).join(', ')}. ${one}`
    : all.map(({ kind, schema }) => `For ${code(kind)}: ${schema.description}`).join(' ');
}
