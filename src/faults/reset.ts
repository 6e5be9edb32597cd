import { chosenMoment, type FaultKind, type Timed, whenField } from './fault-kind.ts';

export type ResetFault = Timed & { readonly kind: 'reset' };

export const reset: FaultKind<ResetFault> = {
  kind: 'reset',
  summary: 'Resets the connection (RST) instead of responding.',
  example: { kind: 'reset', when: 'after-commit' },
  fields: { when: whenField },
  firesAt: chosenMoment,
  replacesResponse: true,
  start: () => () => ({ kind: 'reset' }),
  describe: () => 'reset the connection',
};
