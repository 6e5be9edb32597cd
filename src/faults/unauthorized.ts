import { faultKind } from './fault-kind.ts';

export const unauthorized = faultKind({
  kind: 'unauthorized',
  summary:
    'Responds 401, as to an invalid key: once by default, so that a client that refreshes its key recovers.',
  example: { kind: 'unauthorized' },
  fields: () => ({}),
  firesAt: () => 'before-commit',
  replacesResponse: true,
  times: 1,
  start: () => () => ({ kind: 'refuse-key' }),
  describe: () => 'refused the key',
});
