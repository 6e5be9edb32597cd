import { chosenMoment, type FieldSchemas, faultKind, longestDelay, when } from './fault-kind.ts';

export const latency = faultKind({
  kind: 'latency',
  summary: "Waits, on the machine's clock.",
  example: { kind: 'latency', delay: { min: 20, max: 200 } },
  fields: (schemas: FieldSchemas) => ({
    when: when(schemas),
    delay: delay(schemas).describe('How long to wait: fixed, or between two bounds.'),
  }),
  firesAt: chosenMoment,
  start:
    ({ delay: wait }) =>
    (draw) => {
      if (typeof wait === 'number') return { kind: 'wait', ms: wait };
      const span = wait.max - wait.min + 1;
      return { kind: 'wait', ms: wait.min + Math.floor(draw.fraction('uniform') * span) };
    },
  describe: ({ ms }) => `waited ${ms} ms`,
});

function delay({ z, milliseconds }: FieldSchemas) {
  const wait = (says: string) => milliseconds(0, longestDelay).describe(says);
  return z.union([
    wait('Always this long.'),
    z
      .strictObject({ min: wait('The shortest.'), max: wait('The longest.') })
      .refine(({ min, max }) => min <= max, {
        params: { what: 'a range runs backwards', expected: 'the smaller end first' },
      }),
  ]);
}
