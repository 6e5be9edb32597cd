import { chosenMoment, type FieldSchemas, faultKind, when } from './fault-kind.ts';

const defaultBytes = 256;

export const garbage = faultKind({
  kind: 'garbage',
  summary:
    'Sends bytes that are not HTTP instead of a response and closes the connection, or sends a valid head and a garbled body.',
  example: { kind: 'garbage', in: 'body' },
  fields: (schemas: FieldSchemas) => ({
    when: when(schemas),
    in: schemas.z
      .enum(['answer', 'body'])
      .optional()
      .describe('answer (default): no HTTP at all. body: a valid head and garbage of the promised length.'),
    bytes: schemas
      .count(1, 1_000_000)
      .optional()
      .describe('How many bytes to send instead of a response. Default: 256.'),
  }),
  firesAt: (fault) => (fault.in === 'body' ? 'response' : chosenMoment(fault)),
  replacesResponse: true,
  start: (fault) => (draw) =>
    fault.in === 'body'
      ? { kind: 'garble-body', seed: draw.seed }
      : { kind: 'garble-response', bytes: draw.bytes(fault.bytes ?? defaultBytes) },
  describe: (effect) =>
    effect.kind === 'garble-body' ? 'garbled the body' : `sent ${effect.bytes.length} bytes of garbage`,
});
