import * as z from 'zod';
import type { Fields } from '../field.ts';
import { schemaOf, schemasOf } from '../text/field-schemas.ts';
import { commonFields, type Fault, faultKinds, kindOf } from './fault.ts';
import { maxFaults } from './faults.ts';

// Built when the first fault is read: most scenarios have none, and every start with a file would pay for it.
const kinds = z.lazy(() => {
  const schemas = Object.values(faultKinds).map(({ kind, summary, fields }) =>
    kindSchema(kind, summary, { ...commonFields, ...fields }),
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

/** The schema of a kind. A time is read from either of its two fields, and the output has milliseconds. */
function kindSchema(kind: string, summary: string, fields: Fields) {
  const times = Object.entries(fields).flatMap(([name, { durationName, optional = false }]) =>
    durationName === undefined ? [] : [{ name, durationName, optional }],
  );
  const shape: Record<string, z.ZodType> = { kind: z.literal(kind), ...schemasOf(fields, 'plain') };
  for (const { name, durationName } of times) {
    const field = fields[name];
    if (field === undefined) continue;
    shape[name] = schemaOf(field, 'plain')
      .optional()
      .describe(`${field.description} In milliseconds.`)
      .meta({ $comment: 'unit: ms' });
    shape[durationName] = schemaOf(field, 'duration').optional().describe(field.description);
  }
  const required = times.filter((time) => !time.optional);
  const oneOf = required.flatMap(({ name, durationName }) =>
    [durationName, name].map((one) => ({ required: [one], properties: { [one]: {} } })),
  );
  return z
    .strictObject(shape)
    .meta({ description: summary, ...(oneOf.length > 0 && { oneOf }) })
    .superRefine((value, context) => {
      for (const { name, durationName, optional } of times) {
        const given = [durationName, name].filter((one) => value[one] !== undefined);
        const both = { what: `${durationName} and ${name} are both given`, expected: 'one of them' };
        const none = { what: `${kind} has neither ${durationName} nor ${name}`, expected: 'one of them' };
        if (given.length === 2) context.addIssue({ code: 'custom', path: [name], params: both });
        if (given.length === 0 && !optional) context.addIssue({ code: 'custom', params: none });
      }
    })
    .transform((value) => {
      const read: Record<string, unknown> = { ...value };
      for (const { name, durationName } of times) {
        if (read[durationName] !== undefined) read[name] = read[durationName];
        delete read[durationName];
      }
      return read;
    });
}
