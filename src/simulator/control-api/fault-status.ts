import * as z from 'zod';
import { type Fault, faultKinds } from '../../faults/fault.ts';
import { whenField } from '../../faults/fault-kind.ts';
import { flatFaultFields } from '../../faults/flat-fields.ts';
import { schemasOf } from '../../text/field-schemas.ts';
import { count, timestamp } from './components.ts';

const kind = z
  .enum(Object.keys(faultKinds) as [keyof typeof faultKinds])
  .meta({ id: 'FaultKind', description: 'The kind of a fault.' });

export const faultMoment = z
  .enum(whenField.values)
  .meta({ id: 'FaultMoment', description: 'When a fault fires relative to the commit of a cancel.' });

/** The fields of all kinds, each of them optional: every generator of clients reads one object, and not a union. */
const fields = Object.fromEntries(
  flatFaultFields().map(({ name, field, description }) => [
    name,
    { ...field, description, optional: true } as const,
  ]),
);
const { id, ...others } = schemasOf(fields);
const { id: _, ...plain } = schemasOf(fields, 'numbers');

export const fault = z.strictObject({ ...(id && { id }), kind, ...others }).meta({
  id: 'Fault',
  description:
    'An injected fault. `operation`, `orderId` and `key` select the exchanges that it affects; `times`, `every`, `probability` and `duration` limit how often it fires; `when` selects whether it fires before or after a cancel takes effect. A time is a text such as `200ms`, or a number of milliseconds; responses have the number. The description of every other field names the kinds that have it. See docs/reference/faults.md.',
});

const report = z.strictObject({
  addedAt: timestamp,
  endsAt: timestamp.optional(),
  ended: z.boolean(),
  matched: count,
  fired: count,
});

export const faultStatus = z
  .strictObject({ id: z.string(), kind, ...plain, ...report.shape })
  .meta({ id: 'FaultStatus', description: 'A fault and what it has done so far.' }) as unknown as z.ZodType<
  Fault & { readonly id: string } & z.output<typeof report>
>;
