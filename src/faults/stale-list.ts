import type { FaultKind } from './fault-kind.ts';

export type StaleListFault = { readonly kind: 'stale-list' };

export const staleList: FaultKind<StaleListFault> = {
  kind: 'stale-list',
  summary: 'Lists the orders as they were when the fault was added.',
  example: { kind: 'stale-list' },
  fields: {},
  firesAt: () => 'before-commit',
  only: 'listOrders',
  start: (_fault, { copyList }) => {
    const list = copyList();
    return () => ({ kind: 'stale-list', list });
  },
  describe: () => 'listed the orders as they had been',
};
