import type { DripFault } from './fault.ts';
import type { FaultForm } from './fault-form.ts';

/** Sends the answer a few bytes at a time. */
export const drip: FaultForm<DripFault> = {
  askedAt: () => 'answer',
  start:
    ({ bytes, everyMs }) =>
    () => ({ kind: 'pace', bytes, everyMs }),
};
