import type { UnauthorizedFault } from './fault.ts';
import type { FaultForm } from './fault-form.ts';

/** Choices as to an invalid key, once where nothing else is said: a client that refreshes its key survives it. */
export const unauthorized: FaultForm<UnauthorizedFault> = {
  askedAt: () => 'before-commit',
  replacesAnswer: true,
  times: 1,
  start: () => () => ({ kind: 'refuse-key' }),
};
