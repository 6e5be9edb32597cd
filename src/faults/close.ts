import { chosenMoment, type FieldSchemas, faultKind, when } from './fault-kind.ts';

export const close = faultKind({
  kind: 'close',
  summary: 'Closes the connection (FIN) instead of responding.',
  example: { kind: 'close' },
  fields: (schemas: FieldSchemas) => ({ when: when(schemas) }),
  firesAt: chosenMoment,
  replacesResponse: true,
  start: () => () => ({ kind: 'close' }),
  describe: () => 'closed the connection',
});
