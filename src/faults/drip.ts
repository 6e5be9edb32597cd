import { asDuration, count, delay } from '../field.ts';
import { describePace } from './bandwidth.ts';
import { faultKind } from './fault-kind.ts';

export const drip = faultKind({
  kind: 'drip',
  summary: 'Sends the head at once and the body a few bytes at a time.',
  example: { kind: 'drip', bytes: 10, everyMs: 50 },
  fields: {
    bytes: count('How many bytes to send at a time.'),
    everyMs: asDuration('interval', delay('How long to wait after them.')),
  },
  firesAt: () => 'response',
  start:
    ({ bytes, everyMs }) =>
    () => ({ kind: 'pace', bytes, everyMs }),
  describe: describePace,
});
