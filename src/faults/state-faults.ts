import { type Deed, faultKind } from './fault-kind.ts';

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

const done: Readonly<Record<Deed, string>> = {
  cancel: 'another client cancelled the order',
  ship: 'the order shipped',
  remove: 'the last order of the list was removed',
  place: 'another order was placed',
  'revoke-key': 'the key was revoked',
};

export const meanwhile = faultKind({
  kind: 'meanwhile',
  summary:
    'Changes the state right before the request is handled, as another client or the shop would: once by default. The change stays, and the response is that of the service.',
  example: { kind: 'meanwhile', does: 'ship' },
  fields: ({ z }) => ({
    does: z
      .enum(['cancel', 'ship', 'remove', 'place', 'revoke-key'])
      .describe(
        'cancel, ship: the order of the request. remove: the last order of the list. place: a pending order with a new id. revoke-key: the key of the request.',
      ),
  }),
  firesAt: () => 'before-commit',
  times: 1,
  start:
    ({ does }) =>
    ({ seed }) => ({ kind: 'meanwhile', does, seed }),
  describe: ({ does }) => `meanwhile, ${done[does]}`,
});
