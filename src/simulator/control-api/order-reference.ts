import { UserError } from '../../shared/user-error.ts';
import type { EnvironmentState } from '../environment/environment.ts';
import { readOrderId } from '../orders/order-id.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import { refusal } from './control-error.ts';
import type { ControlResponse } from './control-response.ts';

/** Reads how a path names an order: by its id, or by a handle of the scenario. Throws a UserError for neither. */
export function readOrderReference(text: string, state: EnvironmentState): bigint {
  const byHandle = state.initial.handles.get(text);
  if (byHandle !== undefined) return byHandle;
  const reading = readOrderId(text);
  if (reading.kind === 'order-id') return reading.id;
  const handles = [...state.initial.handles.keys()];
  const hint = handles.length === 0 ? 'its scenario has no handles' : `its handles are ${handles.join(', ')}`;
  throw new UserError({
    what: `${JSON.stringify(text)} names no order: ${reading.reason}`,
    expected: 'an order id, or a handle of the scenario',
    hint,
  });
}

/** An order as the control API shows it: with its status, unlike the service. */
export function viewOrder({ order, status }: PlacedOrder): object {
  return { ...order, status };
}

/** 404 for an id that no order has. */
export function unknownOrder(id: bigint): ControlResponse {
  return refusal('order_not_found', `There is no order ${id}.`);
}
