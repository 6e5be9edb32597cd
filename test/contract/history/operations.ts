import { History } from '../../../src/contract/history/history.ts';
import type { CancelOperation, Operation } from '../../../src/contract/history/operation.ts';

export const order = '/store/orders/1001';
export const cancel = (begin: number, end: number, status: number | undefined): CancelOperation => ({
  ...{ kind: 'cancel', order, begin, end, status, exchange: 1 },
});
export const listed = (begin: number, end: number): Operation => ({
  ...{ kind: 'list', orders: [order], begin, end, exchange: 2 },
});
export const unlisted = (begin: number, end: number): Operation => ({
  ...{ kind: 'list', orders: [], begin, end, exchange: 3 },
});

/**
 * Returns the broken rules, each with the begins of its operations and its reason.
 *
 * @param by the order in which they are added
 */
export function judge(operations: readonly Operation[], by: 'begin' | 'end' = 'begin'): readonly string[] {
  const history = new History();
  const inOrder = operations.toSorted((one, other) => one[by] - other[by]);
  return inOrder
    .flatMap((operation) => history.add(operation).contradictions)
    .map(({ rule, operations: of, why }) => `${rule} ${of.map(({ begin }) => begin).join()}: ${why}`);
}
