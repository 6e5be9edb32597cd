import { describePace } from './bandwidth.ts';
import { faultKind, longestDelay } from './fault-kind.ts';

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
