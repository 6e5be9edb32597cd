import { chosenMoment, type EffectOf, type FieldSchemas, faultKind, when } from './fault-kind.ts';

export const status = faultKind({
  kind: 'status',
  summary: 'Responds with a status from 400 to 599.',
  example: { kind: 'status', status: 503, retryAfter: 2 },
  fields: (schemas: FieldSchemas) => ({
    when: when(schemas),
    status: schemas.count(400, 599).describe('The HTTP status.'),
    body: schemas.z
      .enum(['error', 'html', 'empty'])
      .optional()
      .describe('error (default): an Error body. html: the page of a gateway. empty: no body.'),
    retryAfter: schemas.count(0, 86_400).optional().describe('Seconds for a Retry-After header.'),
  }),
  firesAt: chosenMoment,
  replacesResponse: true,
  start: (fault) => () => ({
    kind: 'respond',
    status: fault.status,
    body: fault.body ?? 'error',
    retryAfter: fault.retryAfter,
  }),
  describe: describeResponse,
});

/** Describes a response that a fault sent instead of the service. */
function describeResponse(effect: EffectOf<'respond'>): string {
  return `responded ${effect.status}`;
}

export const rateLimit = faultKind({
  kind: 'rate-limit',
  summary:
    'Responds 429 with Retry-After once enough requests went through in the time before. Refused requests do not count.',
  example: { kind: 'rate-limit', requests: 50, per: 1000 },
  fields: ({ count, milliseconds }) => ({
    requests: count(0).describe('How many requests go through.'),
    per: milliseconds(1, 86_400_000)
      .optional()
      .describe("The length of the time window, on the environment's clock. Default: 1s."),
  }),
  firesAt: () => 'before-commit',
  replacesResponse: true,
  start: ({ requests, per = 1000 }, { now, memory: through }) => {
    return () => {
      const at = now();
      while ((through[0] ?? at) <= at - per) through.shift();
      if (through.length < requests) {
        through.push(at);
        return undefined;
      }
      const retryAfter = Math.ceil(((through[0] ?? at) + per - at) / 1000);
      return { kind: 'respond', status: 429, body: 'error', retryAfter };
    };
  },
  describe: describeResponse,
});

export const unauthorized = faultKind({
  kind: 'unauthorized',
  summary:
    'Responds 401, as to an invalid key: once by default, so that a client that refreshes its key recovers.',
  example: { kind: 'unauthorized' },
  fields: () => ({}),
  firesAt: () => 'before-commit',
  replacesResponse: true,
  times: 1,
  start: () => () => ({ kind: 'refuse-key' }),
  describe: () => 'refused the key',
});
