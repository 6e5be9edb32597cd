import type { TruncateFault } from './fault.ts';
import type { FaultForm } from './fault-form.ts';

/** Promises the whole body and sends a part of it. */
export const truncate: FaultForm<TruncateFault> = {
  askedAt: () => 'answer',
  start:
    ({ bytes }) =>
    () => ({ kind: 'truncate', bytes }),
};
