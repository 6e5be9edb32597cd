import * as z from 'zod';
import { schemasOf } from '../text/field-schemas.ts';
import { commonFields, type Fault, faultKinds, kindOf } from './fault.ts';
import { maxFaults } from './faults.ts';

// Built when the first fault is read: most scenarios have none, and every start with a file would pay for it.
const kinds = z.lazy(() => {
  const schemas = Object.values(faultKinds).map(({ kind, summary, fields }) =>
    z
      .strictObject({ kind: z.literal(kind), ...schemasOf({ ...commonFields, ...fields }) })
      .meta({ description: summary }),
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
