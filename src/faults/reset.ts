import { chosenMoment, type FieldSchemas, faultKind, when } from './fault-kind.ts';

export const reset = faultKind({
  kind: 'reset',
  summary: 'Resets the connection (RST) instead of responding.',
  example: { kind: 'reset', when: 'after-commit' },
  fields: (schemas: FieldSchemas) => ({ when: when(schemas) }),
  firesAt: chosenMoment,
  replacesResponse: true,
  start: () => () => ({ kind: 'reset' }),
  describe: () => 'reset the connection',
});
