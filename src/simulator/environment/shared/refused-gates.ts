import { StoreFailure } from '../../orders/store-failure.ts';
import type { Gates } from '../gates/gates.ts';

/** The holds of a shared environment: none, because a hold stops requests only in the process that opened it. */
export const refusedGates: Gates = {
  any: false,
  list: () => [],
  get: () => undefined,
  open: () => {
    throw new StoreFailure(
      'not-shared',
      'A hold stops only requests of the process that opened it, and this environment is shared by several (--store).',
    );
  },
  release: async () => ({ kind: 'no-gate' }),
  close: async () => ({ kind: 'no-gate' }),
  wait: async () => ({ kind: 'ended' }),
  pass: async () => ({ kind: 'pass', done: () => undefined }),
};
