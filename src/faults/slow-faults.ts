import {
  chosenMoment,
  type EffectOf,
  type FieldSchemas,
  faultKind,
  longestDelay,
  when,
} from './fault-kind.ts';

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

/** Bytes leave at most this often per second: a narrow line is slow and steady. */
const slicesPerSecond = 20;

export const bandwidth = faultKind({
  kind: 'bandwidth',
  summary: 'Sends the head at once and the body at a limited rate.',
  example: { kind: 'bandwidth', bytesPerSecond: 1024 },
  fields: ({ count }) => ({
    bytesPerSecond: count().describe('The maximum number of bytes of a body per second.'),
  }),
  firesAt: () => 'response',
  start: ({ bytesPerSecond }) => {
    const bytes = Math.ceil(bytesPerSecond / slicesPerSecond);
    return () => ({ kind: 'pace', bytes, everyMs: (bytes * 1000) / bytesPerSecond });
  },
  describe: describePace,
});

/** Describes a body that was sent in slices. */
function describePace({ bytes, everyMs }: EffectOf<'pace'>): string {
  return `sent ${bytes} bytes every ${everyMs} ms`;
}

export const drip = faultKind({
  kind: 'drip',
  summary: 'Sends the head at once and the body a few bytes at a time.',
  example: { kind: 'drip', bytes: 10, interval: 50 },
  fields: ({ count, milliseconds }) => ({
    bytes: count().describe('How many bytes to send at a time.'),
    interval: milliseconds(0, longestDelay).describe('How long to wait after them.'),
  }),
  firesAt: () => 'response',
  start:
    ({ bytes, interval }) =>
    () => ({ kind: 'pace', bytes, everyMs: interval }),
  describe: describePace,
});
