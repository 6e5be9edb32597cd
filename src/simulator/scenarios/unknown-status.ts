import type { Problem } from '../../user-error.ts';
import type { Scenario } from './read-scenario.ts';

/** The status that an order of unknown status can be given. */
export type UnknownStatus = 'pending' | 'shipped';

/** The status of an order in a file that was captured from traffic: the service never sends it. */
export const unknownStatus = 'unknown';

/** Returns the positions of the orders whose status is unknown. Generated orders have a status. */
export function unknownOrders({ content: { orders = [] } }: Pick<Scenario, 'content'>): Uint32Array {
  return Uint32Array.from(orders.flatMap(({ status }, at) => (status === unknownStatus ? [at] : [])));
}

/** The problem of a scenario with such orders that is loaded without a status for them. */
export function statusNeeded(file: string, count: number): Problem {
  return {
    where: file,
    what: `has ${count} ${count === 1 ? 'order' : 'orders'} whose status is unknown: the service never sends it`,
    expected: '--unknown-status pending|shipped',
    hint: 'or SIM_UNKNOWN_STATUS, or unknownStatus in startSimulator and in a request to the control API; or edit the file',
  };
}
