import { delay, longestDelay } from '../field.ts';
import { chosenMoment, type Draw, faultKind, whenField } from './fault-kind.ts';

/** A delay: fixed, uniform between two bounds, or log-normal around a median. Milliseconds on the machine's clock. */
type Delay =
  | number
  | { readonly min: number; readonly max: number }
  | { readonly median: number; readonly sigma: number };

export const latency = faultKind({
  kind: 'latency',
  summary: "Waits, on the machine's clock.",
  example: { kind: 'latency', delay: { min: 20, max: 200 } },
  fields: {
    when: whenField,
    delay: {
      type: 'any-of',
      description: 'How long to wait: fixed, between two bounds, or log-normal.',
      options: [
        delay('Always this long.'),
        {
          type: 'object',
          fields: { min: delay('The shortest.'), max: delay('The longest.') },
          rule: {
            holds: ({ min = 0, max = 0 }: Readonly<Record<string, number>>) => min <= max,
            what: 'a range runs backwards',
            expected: 'the smaller end first',
          },
        },
        {
          type: 'object',
          fields: {
            median: delay('Half of all delays are shorter.'),
            sigma: { type: 'number', maximum: 10, description: 'How far the delays spread: 0.5 is usual.' },
          },
        },
      ],
    },
  },
  firesAt: chosenMoment,
  start:
    ({ delay: wait }) =>
    (draw) => ({ kind: 'wait', ms: drawDelay(wait, draw) }),
  describe: ({ ms }) => `waited ${ms} ms`,
});

function drawDelay(ms: Delay, draw: Draw): number {
  if (typeof ms === 'number') return ms;
  if ('min' in ms) return ms.min + Math.floor(draw.fraction('uniform') * (ms.max - ms.min + 1));
  return Math.min(longestDelay, Math.round(ms.median * Math.exp(ms.sigma * drawNormal(draw))));
}

/** A number of the standard normal distribution, by the Box-Muller method. */
function drawNormal(draw: Draw): number {
  const radius = Math.sqrt(-2 * Math.log(1 - draw.fraction('radius')));
  return radius * Math.cos(2 * Math.PI * draw.fraction('angle'));
}
