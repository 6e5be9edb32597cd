import { z } from 'zod';
import { formatDateTime } from '../../shared/date-time.ts';
import { UserError } from '../../shared/user-error.ts';
import type { Environment } from '../environment/environment.ts';
import type { FaultAddition } from '../environment/faults/faults.ts';
import type { FaultStatus } from '../environment/faults/live-fault.ts';
import { faultSchema, faultsSchema } from '../scenarios/fault-schema.ts';
import { refusal } from './control-error.ts';
import { type ControlResponse, created, ok } from './control-response.ts';
import { type ControlCall, type ControlRoute, environmentRoute } from './control-route.ts';
import { nothing } from './input-schemas.ts';
import { readJsonBody, readQuery } from './read-input.ts';

/** The faults of an environment: list, replace all, add one, take away. */
export const faultRoutes: readonly ControlRoute[] = [
  environmentRoute('GET', '/faults', 'nothing', ({ query }, { state }) => {
    readQuery(query, nothing);
    return ok({ faults: state.faults.list().map(viewFault) });
  }),
  environmentRoute('PUT', '/faults', 'json', replaceFaults),
  environmentRoute('POST', '/faults', 'json', addFault),
  environmentRoute('DELETE', '/faults', 'nothing', ({ query }, { state }) => {
    readQuery(query, nothing);
    const deleted = state.faults.list().map(viewFault);
    state.faults.clear();
    return ok({ deleted });
  }),
  environmentRoute('DELETE', '/faults/{fault}', 'nothing', removeFault),
];

const faultsBody = z.strictObject({ faults: faultsSchema });

async function replaceFaults(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const { faults } = await readJsonBody(call.content, faultsBody);
  return ok({ faults: added(await state.faults.replace(faults)).map(viewFault) });
}

async function addFault(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const fault = await readJsonBody(call.content, faultSchema);
  const [one] = added(await state.faults.add([fault])).map(viewFault);
  return created(one);
}

function added(addition: FaultAddition): readonly FaultStatus[] {
  if (addition.kind === 'added') return addition.faults;
  throw new UserError({ what: `there are two faults "${addition.id}"`, expected: 'each id once' });
}

function removeFault(call: ControlCall, { state }: Environment): ControlResponse {
  readQuery(call.query, nothing);
  const { fault: id = '' } = call.parameters;
  const before = state.faults.list().find((one) => one.id === id);
  if (before === undefined || !state.faults.remove(id))
    return refusal('fault_not_found', `There is no fault ${JSON.stringify(id)}; GET …/faults lists them.`);
  return ok({ deleted: viewFault(before) });
}

function viewFault({ id, fault, addedAt, endsAt, ended, matched, fired }: FaultStatus): object {
  return {
    ...fault,
    id,
    addedAt: formatDateTime(addedAt),
    ...(endsAt === undefined ? {} : { endsAt: formatDateTime(endsAt) }),
    ended,
    matched,
    fired,
  };
}
