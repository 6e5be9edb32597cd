import { count, optional } from '../field.ts';
import { faultKind } from './fault-kind.ts';

export const truncate = faultKind({
  kind: 'truncate',
  summary: 'Promises the whole body, sends a part of it and closes the connection.',
  example: { kind: 'truncate', bytes: 20 },
  fields: {
    bytes: optional(count('How many bytes of the body to send. Default: half of them.', 0)),
  },
  firesAt: () => 'response',
  start:
    ({ bytes }) =>
    () => ({ kind: 'truncate', bytes }),
  describe: ({ bytes }) =>
    bytes === undefined ? 'cut the body in half' : `cut the body after ${bytes} bytes`,
});
