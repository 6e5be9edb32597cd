import type * as z from 'zod';
import { chosenMoment, type Draw, type FieldSchemas, faultKind, longestDelay, when } from './fault-kind.ts';

export const latency = faultKind({
  kind: 'latency',
  summary: "Waits, on the machine's clock.",
  example: { kind: 'latency', delay: { min: 20, max: 200 } },
  fields: (schemas: FieldSchemas) => ({
    when: when(schemas),
    delay: delay(schemas).describe('How long to wait: fixed, between two bounds, or log-normal.'),
  }),
  firesAt: chosenMoment,
  start:
    ({ delay: wait }) =>
    (draw) => ({ kind: 'wait', ms: drawDelay(wait, draw) }),
  describe: ({ ms }) => `waited ${ms} ms`,
});

function delay({ z, milliseconds, numberTo }: FieldSchemas) {
  const wait = (says: string) => milliseconds(0, longestDelay).describe(says);
  return z.union([
    wait('Always this long.'),
    z
      .strictObject({ min: wait('The shortest.'), max: wait('The longest.') })
      .refine(({ min, max }) => min <= max, {
        params: { what: 'a range runs backwards', expected: 'the smaller end first' },
      }),
    z.strictObject({
      median: wait('Half of all delays are shorter.'),
      sigma: numberTo(10).describe('How far the delays spread: 0.5 is usual.'),
    }),
  ]);
}

function drawDelay(ms: z.output<ReturnType<typeof delay>>, draw: Draw): number {
  if (typeof ms === 'number') return ms;
  if ('min' in ms) return ms.min + Math.floor(draw.fraction('uniform') * (ms.max - ms.min + 1));
  return Math.min(longestDelay, Math.round(ms.median * Math.exp(ms.sigma * drawNormal(draw))));
}

/** A number of the standard normal distribution, by the Box-Muller method. */
function drawNormal(draw: Draw): number {
  const radius = Math.sqrt(-2 * Math.log(1 - draw.fraction('radius')));
  return radius * Math.cos(2 * Math.PI * draw.fraction('angle'));
}
