import { headerValues } from '../exchange.ts';
import { byName, choice, type GapRow, readObject, sameChoice, unknown } from './gap.ts';

export const cancelGaps = {
  'list-query': {
    choices: ['ignore', 'bad-request'],
    observe: ({ exchange: { request }, response }) =>
      request.operationId === 'listOrders' && request.query !== '' && response.status === 400
        ? ['bad-request']
        : [],
  },
  'list-lag': {
    form: /^immediate$/,
    conclude: (observations) =>
      observations.every(({ observed }) => observed === 'immediate')
        ? choice('immediate')
        : unknown('a list still had a cancelled order: either for some time, or for a number of lists'),
    // A list that still had a cancelled order does not say for how long.
    agrees: (expected, seen) =>
      seen.kind === 'unknown' && expected === 'immediate' ? false : sameChoice(expected, seen),
  },
  'cancelled-in-list': {
    choices: ['keep', 'remove'],
    // An order that leaves the list later is not kept.
    conclude: (observations) =>
      observations.some(({ observed }) => observed === 'remove') ? choice('remove') : byName(observations),
  },
  'cancel-again': {
    choices: ['conflict', 'not-found'],
  },
  'conflict-body': {
    form: /^(?:empty|error|text)$/,
    observe({ response }) {
      // A body that was not recorded, or could not be decoded, shows nothing.
      if (response.status !== 409 || response.body === undefined) return [];
      if (response.content.length === 0) return ['empty'];
      const error = readObject(response);
      if (error !== undefined && ['code', 'message', 'status'].every((name) => name in error))
        return ['error'];
      const [type] = headerValues(response.rawHeaders, 'content-type');
      return [type?.startsWith('text/plain') === true ? 'text' : (type ?? 'of no type')];
    },
  },
} as const satisfies Readonly<Record<string, GapRow>>;
