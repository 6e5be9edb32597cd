import type { Gate } from '../../../control-api.ts';
import type { Action } from '../../api/action.ts';

/** Lets one waiting request commit. The hold stays open. */
export function releaseOne(
  environment: string,
  { id }: Gate,
  exchange: number,
): Action<'POST /environments/{environment}/gates/{gate}/release'> {
  return {
    title: `Release exchange ${exchange} from ${id}`,
    route: 'POST /environments/{environment}/gates/{gate}/release',
    params: { environment, gate: id },
    json: { exchange },
    done: () => `Exchange ${exchange} has committed`,
  };
}

/** Lets all waiting requests commit in an order, and closes the hold. */
export function releaseAll(
  environment: string,
  { id }: Gate,
  order: readonly number[],
): Action<'DELETE /environments/{environment}/gates/{gate}'> {
  return {
    title:
      order.length === 0
        ? `Close ${id}`
        : `Release all from ${id} in the order ${order.join(', ')} and close it`,
    route: 'DELETE /environments/{environment}/gates/{gate}',
    params: { environment, gate: id },
    query: { order: order.length === 0 ? undefined : order.join() },
    done: ({ released }) =>
      released.length === 0
        ? `The hold ${id} is closed`
        : `The hold ${id} is closed; committed in this order: ${released.join(', ')}`,
  };
}
