import * as z from 'zod';
import { faultKinds } from '../../faults/fault.ts';
import { fieldSchemas, flatFaultFields } from '../../faults/fault-schema.ts';
import { smallInteger } from '../../text/field-schemas.ts';
import { count, timestamp } from './components.ts';

const kind = z
  .enum(Object.keys(faultKinds) as [keyof typeof faultKinds])
  .meta({ id: 'FaultKind', description: 'The kind of a fault.' });

const { id, ...fields } = flatFaultFields();
const { id: _, ...plain } = flatFaultFields({ ...fieldSchemas, milliseconds: smallInteger });

export const fault = z.strictObject({ ...(id && { id }), kind, ...fields }).meta({
  id: 'Fault',
  description:
    'An injected fault. `operation`, `orderId` and `key` select the exchanges that it affects; `times`, `every`, `probability` and `duration` limit how often it fires; `when` selects whether it fires before or after a cancel takes effect. A time is a text such as `200ms`, or a number of milliseconds; responses have the number. The description of every other field names the kinds that have it. See docs/reference/faults.md.',
});

export const faultStatus = z
  .strictObject({
    ...{ id: z.string(), kind, ...plain, addedAt: timestamp, endsAt: timestamp.optional() },
    ...{ ended: z.boolean(), matched: count, fired: count },
  })
  .meta({ id: 'FaultStatus', description: 'A fault and what it has done so far.' });
