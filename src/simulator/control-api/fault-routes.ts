import * as z from 'zod';
import { faultKinds } from '../../faults/fault.ts';
import { faultSchema, faultsSchema, fieldSchemas, flatFaultFields } from '../../faults/fault-schema.ts';
import type { FaultAddition } from '../../faults/faults.ts';
import type { FaultStatus } from '../../faults/live-fault.ts';
import { type ControlResponse, created, limitReached, ok, unknown } from '../../http/control-response.ts';
import { formatDateTime } from '../../text/date-time.ts';
import { smallInteger } from '../../text/field-schemas.ts';
import { UserError } from '../../user-error.ts';
import { count, formatTime, timestamp } from './components.ts';
import { type ControlRoute, environmentRoute } from './control-route.ts';

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

const faultStatus = z
  .strictObject({
    ...{ id: z.string(), kind, ...plain, addedAt: timestamp, endsAt: timestamp.optional() },
    ...{ ended: z.boolean(), matched: count, fired: count },
  })
  .meta({ id: 'FaultStatus', description: 'A fault and what it has done so far.' });

const faults = z.strictObject({ faults: z.array(faultStatus) });

export const faultRoutes: readonly ControlRoute[] = [
  environmentRoute('GET /environments/{environment}/faults', {
    id: 'listFaults',
    summary: 'List the faults',
    responses: { 200: faults },
    handle: ({ state }) => ok({ faults: state.faults.list().map(viewFault) }),
  }),
  environmentRoute('PUT /environments/{environment}/faults', {
    id: 'replaceFaults',
    summary: 'Replace all faults',
    body: z.strictObject({ faults: faultsSchema }),
    responses: { 200: faults },
    handle: ({ body, state }) => {
      const addition = state.faults.replace(body.faults);
      return addition.kind === 'added' ? ok({ faults: addition.faults.map(viewFault) }) : refuse(addition);
    },
  }),
  environmentRoute('POST /environments/{environment}/faults', {
    id: 'addFault',
    summary: 'Add a fault',
    body: faultSchema,
    responses: { 201: faultStatus },
    handle: ({ body, state }) => {
      const addition = state.faults.add([body]);
      if (addition.kind !== 'added') return refuse(addition);
      return created(addition.faults.map(viewFault)[0]);
    },
  }),
  environmentRoute('DELETE /environments/{environment}/faults', {
    id: 'deleteFaults',
    summary: 'Delete all faults',
    responses: { 200: z.strictObject({ deleted: z.array(faultStatus) }) },
    handle: ({ state: { faults } }) => {
      const deleted = faults.list().map(viewFault);
      faults.clear();
      return ok({ deleted });
    },
  }),
  environmentRoute('DELETE /environments/{environment}/faults/{fault}', {
    id: 'deleteFault',
    summary: 'Delete a fault',
    responses: { 200: z.strictObject({ deleted: faultStatus }) },
    handle: ({ params: { fault: id }, state: { faults } }) => {
      const fault = faults.list().find((one) => one.id === id);
      if (fault === undefined || !faults.remove(id)) return unknown('fault', id, 'GET …/faults lists them');
      return ok({ deleted: viewFault(fault) });
    },
  }),
];

function refuse(addition: Exclude<FaultAddition, { kind: 'added' }>): ControlResponse {
  if (addition.kind === 'too-many') return limitReached(addition.most, 'faults', 'delete some');
  throw new UserError({ what: `there are two faults "${addition.id}"`, expected: 'each id once' });
}

function viewFault({ fault, addedAt, endsAt, ...status }: FaultStatus) {
  return { ...fault, ...status, addedAt: formatDateTime(addedAt), endsAt: formatTime(endsAt) };
}
