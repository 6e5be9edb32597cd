import { type EffectOf, faultKind } from './fault-kind.ts';

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
export function describePace({ bytes, everyMs }: EffectOf<'pace'>): string {
  return `sent ${bytes} bytes every ${everyMs} ms`;
}
