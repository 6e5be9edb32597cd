import { chosenMoment, faultKind, whenField } from './fault-kind.ts';

export const close = faultKind({
  kind: 'close',
  summary: 'Closes the connection (FIN) instead of responding.',
  example: { kind: 'close' },
  fields: { when: whenField },
  firesAt: chosenMoment,
  replacesResponse: true,
  start: () => () => ({ kind: 'close' }),
  describe: () => 'closed the connection',
});
