import type { CloseFault } from './fault.ts';
import { chosenMoment, type FaultForm } from './fault-form.ts';

/** Closes the connection in place of an answer. */
export const close: FaultForm<CloseFault> = {
  askedAt: chosenMoment,
  replacesAnswer: true,
  start: () => () => ({ kind: 'close' }),
};
