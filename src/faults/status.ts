import { count, optional } from '../field.ts';
import { chosenMoment, type EffectOf, faultKind, whenField } from './fault-kind.ts';

export const status = faultKind({
  kind: 'status',
  summary: 'Responds with a status from 400 to 599.',
  example: { kind: 'status', status: 503, retryAfter: 2 },
  fields: {
    when: whenField,
    status: count('The HTTP status.', 400, 599),
    body: {
      type: 'enum',
      values: ['error', 'html', 'empty'],
      optional: true,
      description: 'error (default): an Error body. html: the page of a gateway. empty: no body.',
    },
    retryAfter: optional(count('Seconds for a Retry-After header.', 0, 86_400)),
  },
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
