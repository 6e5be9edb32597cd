import { chosenMoment, type FieldSchemas, faultKind, when } from './fault-kind.ts';

export const reset = faultKind({
  kind: 'reset',
  summary: 'Resets the connection (RST) instead of responding.',
  example: { kind: 'reset', when: 'after-commit' },
  fields: (schemas: FieldSchemas) => ({ when: when(schemas) }),
  firesAt: chosenMoment,
  replacesResponse: true,
  start: () => () => ({ kind: 'reset' }),
  describe: () => 'reset the connection',
});

export const close = faultKind({
  kind: 'close',
  summary: 'Closes the connection (FIN) instead of responding.',
  example: { kind: 'close' },
  fields: (schemas: FieldSchemas) => ({ when: when(schemas) }),
  firesAt: chosenMoment,
  replacesResponse: true,
  start: () => () => ({ kind: 'close' }),
  describe: () => 'closed the connection',
});

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
