import { faultKind } from './fault-kind.ts';
import { describeResponse } from './status.ts';

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
