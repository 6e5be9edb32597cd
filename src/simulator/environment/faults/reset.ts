import type { ResetFault } from './fault.ts';
import { chosenMoment, type FaultForm } from './fault-form.ts';

/** Resets the connection in place of an answer. */
export const reset: FaultForm<ResetFault> = {
  askedAt: chosenMoment,
  replacesAnswer: true,
  start: () => () => ({ kind: 'reset' }),
};
