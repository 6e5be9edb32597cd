import { faultKind } from './fault-kind.ts';

export const truncate = faultKind({
  kind: 'truncate',
  summary: 'Promises the whole body, sends a part of it and closes the connection.',
  example: { kind: 'truncate', bytes: 20 },
  fields: ({ count }) => ({
    bytes: count(0).optional().describe('How many bytes of the body to send. Default: half of them.'),
  }),
  firesAt: () => 'response',
  start:
    ({ bytes }) =>
    () => ({ kind: 'truncate', bytes }),
  describe: ({ bytes }) =>
    bytes === undefined ? 'cut the body in half' : `cut the body after ${bytes} bytes`,
});
