import type { StatusFault } from './fault.ts';
import { chosenMoment, type FaultForm } from './fault-form.ts';

/** Choices with a status that the service itself would not choose. */
export const status: FaultForm<StatusFault> = {
  askedAt: chosenMoment,
  replacesAnswer: true,
  start: (fault) => () => ({
    kind: 'answer',
    status: fault.status,
    body: fault.body ?? 'error',
    retryAfter: fault.retryAfter,
  }),
};
