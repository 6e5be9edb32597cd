import { chosenMoment, type FaultKind, type Timed, whenField } from './fault-kind.ts';

export type CloseFault = Timed & { readonly kind: 'close' };

export const close: FaultKind<CloseFault> = {
  kind: 'close',
  summary: 'Closes the connection (FIN) instead of responding.',
  example: { kind: 'close' },
  fields: { when: whenField },
  firesAt: chosenMoment,
  replacesResponse: true,
  start: () => () => ({ kind: 'close' }),
  describe: () => 'closed the connection',
};
