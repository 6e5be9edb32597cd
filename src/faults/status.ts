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
export function describeResponse(effect: EffectOf<'respond'>): string {
  return `responded ${effect.status}`;
}
