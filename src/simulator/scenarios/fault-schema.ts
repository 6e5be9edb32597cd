import { z } from 'zod';
import { commonFields, type Fault, faultKinds, kindOf } from '../environment/faults/fault.ts';
import type { Field, ObjectField } from '../environment/faults/field.ts';
import { int64, wholeNumber } from './order-schema.ts';

// Built when the first fault is read: most scenarios have none, and every start with a file would pay for it.
const kinds = z.lazy(() => {
  const schemas = Object.values(faultKinds).map(({ kind, summary, fields }) =>
    z
      .strictObject({ kind: z.literal(kind), ...schemasOf(commonFields), ...schemasOf(fields) })
      .describe(summary),
  );
  return z.discriminatedUnion('kind', schemas as [(typeof schemas)[number]]);
});

/** A fault, as a scenario file and the control API give it; integers are read from bigint. */
export const faultSchema: z.ZodType<Fault> =
  // The types of the fields are those of the fault kinds: `FieldsOf` holds them equal.
  (kinds as unknown as z.ZodType<Fault>)
    .superRefine((fault, context) => {
      if ('when' in fault && fault.when === 'after-commit')
        requireOperation(fault, 'when: after-commit', 'cancelOrder', context);
      const { kind, only } = kindOf(fault);
      if (only !== undefined) requireOperation(fault, kind, only, context);
    })
    .describe('A disturbance injected on purpose.');

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

function schemasOf(fields: Readonly<Record<string, Field>>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = schemaOf(field).describe(field.description);
      return [name, field.optional === true ? schema.optional() : schema];
    }),
  );
}

function schemaOf(field: Field): z.ZodType {
  switch (field.type) {
    case 'integer':
      return wholeNumber(field.minimum, field.maximum).transform(Number);
    case 'number':
      return numberTo(field.maximum);
    case 'order-id':
      return int64;
    case 'text':
      return z.string().regex(field.pattern, { error: field.expected });
    case 'enum':
      return z.enum(field.values);
    case 'any-of':
      return z.union(
        field.options.map((option) =>
          option.type === 'object' ? objectSchema(option) : schemaOf(option).describe(option.description),
        ),
      );
  }
}

function numberTo(maximum: number): z.ZodType {
  return z
    .union([z.bigint(), z.number()])
    .refine((value) => value >= 0 && value <= maximum, {
      params: { expected: `a number from 0 to ${maximum}` },
    })
    .meta({ anyOf: undefined, type: 'number', minimum: 0, maximum })
    .transform(Number);
}

function objectSchema({ fields, rule }: ObjectField): z.ZodType {
  const schema = z.strictObject(schemasOf(fields));
  if (rule === undefined) return schema;
  const { holds, what, expected } = rule;
  return schema.refine((value) => holds(value as Readonly<Record<string, number>>), {
    params: { what, expected },
  });
}
