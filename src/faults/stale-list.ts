import { faultKind } from './fault-kind.ts';

export const staleList = faultKind({
  kind: 'stale-list',
  summary: 'Lists the orders as they were when the fault was added.',
  example: { kind: 'stale-list' },
  fields: () => ({}),
  firesAt: () => 'before-commit',
  only: 'listOrders',
  start: (_fault, { copyList }) => {
    const list = copyList();
    return () => ({ kind: 'stale-list', list });
  },
  describe: () => 'listed the orders as they had been',
});
