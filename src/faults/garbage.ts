import { count, optional } from '../field.ts';
import { chosenMoment, faultKind, whenField } from './fault-kind.ts';

const defaultBytes = 256;

export const garbage = faultKind({
  kind: 'garbage',
  summary:
    'Sends bytes that are not HTTP instead of a response and closes the connection, or sends a valid head and a garbled body.',
  example: { kind: 'garbage', in: 'body' },
  fields: {
    when: whenField,
    in: {
      type: 'enum',
      values: ['answer', 'body'],
      optional: true,
      description: 'answer (default): no HTTP at all. body: a valid head and garbage of the promised length.',
    },
    bytes: optional(count('How many bytes to send instead of a response. Default: 256.', 1, 1_000_000)),
  },
  firesAt: (fault) => (fault.in === 'body' ? 'response' : chosenMoment(fault)),
  replacesResponse: true,
  start: (fault) => (draw) =>
    fault.in === 'body'
      ? { kind: 'garble-body', seed: draw.seed }
      : { kind: 'garble-response', bytes: draw.bytes(fault.bytes ?? defaultBytes) },
  describe: (effect) =>
    effect.kind === 'garble-body' ? 'garbled the body' : `sent ${effect.bytes.length} bytes of garbage`,
});
