import * as z from 'zod';
import { type ControlResponse, created, limitReached, ok, refusal } from '../../http/control-response.ts';
import { digits, duration, int64, longestWait, oneOf, smallInteger } from '../../text/field-schemas.ts';
import { UserError } from '../../user-error.ts';
import type { Release } from '../environment/holds.ts';
import { count } from './components.ts';
import { type ControlRoute, environmentRoute } from './control-route.ts';

const heldRequest = z.strictObject({ exchange: count, orderId: int64 }).meta({ id: 'HeldRequest' });
const hold = z
  .strictObject({
    id: z.string(),
    operation: z.enum(['cancelOrder']),
    orderId: int64.optional(),
    count: count.optional(),
    timeoutMs: count,
    remainingMs: count.describe('The milliseconds until it closes by itself.'),
    waiting: z.array(heldRequest).describe('The waiting requests, the longest waiting first.'),
    held: count.describe('The number of requests held so far.'),
  })
  .meta({ id: 'Gate', description: 'A hold and the requests that wait at it.' });
const holdWait = hold
  .extend({ reached: z.boolean() })
  .meta({ id: 'GateWait', description: 'A hold, and whether enough requests waited at it in time.' });
const holdRequest = z
  .strictObject({
    id: z
      .string()
      .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, { error: 'a name like race, of letters, digits, ., - and _' })
      .optional(),
    operation: z.literal('cancelOrder').optional(),
    orderId: int64.optional().describe('Hold only cancels of this order.'),
    count: smallInteger(1, 1_000_000).optional().describe('The maximum number of requests to hold.'),
    timeout: duration('60s', '1ms').optional().describe('When the hold closes by itself, at most 60s.'),
    timeoutMs: smallInteger(1, 60_000)
      .optional()
      .describe('`timeout` in milliseconds. They exclude each other. Default: 10000.'),
  })
  .refine(...oneOf('timeout', 'timeoutMs'))
  .meta({ id: 'GateRequest', description: 'Which cancels to hold.' });
const releasedExchanges = z
  .strictObject({ released: z.array(count) })
  .describe('The numbers of the released exchanges, in the order of their commits.');

/** The routes of the holds of an environment. They stop cancels at their commit. */
export const holdRoutes: readonly ControlRoute[] = [
  environmentRoute('GET /environments/{environment}/holds', {
    id: 'listGates',
    summary: 'List the holds and the requests waiting at them',
    responses: { 200: z.strictObject({ gates: z.array(hold) }) },
    handle: ({ state }) => ok({ gates: state.holds.list() }),
  }),
  environmentRoute('POST /environments/{environment}/holds', {
    id: 'openGate',
    summary: 'Open a hold',
    description:
      'A hold stops cancels at their commit, so that a test decides a race. `/gates` is an alias of the path `/holds`.',
    body: holdRequest,
    responses: { 201: hold },
    handle: ({ body: { timeout, timeoutMs = timeout, ...body }, state }) => {
      const opening = state.holds.open({ ...body, timeoutMs });
      if (opening.kind === 'opened') return created(opening.hold);
      if (opening.kind === 'too-many') return limitReached(opening.most, 'holds', 'delete some');
      throw new UserError({ what: `there is already a hold "${opening.id}"`, expected: 'another id' });
    },
  }),
  environmentRoute('GET /environments/{environment}/holds/{hold}', {
    id: 'getGate',
    summary: 'Get a hold, or wait for requests at it',
    responses: {
      200: z.union([hold, holdWait]).describe('The hold. `reached` is present if `waiting` is given.'),
    },
    query: {
      waiting: digits(1, 1000).optional().describe('Wait until this many requests wait at the hold.'),
      timeout: longestWait,
    },
    handle: async ({ params: { hold: id }, query: { waiting, timeout }, state, signal }) => {
      const hold = state.holds.get(id);
      if (hold === undefined) return unknownHold(id);
      if (waiting === undefined) return ok(hold);
      const outcome = await state.holds.wait(id, { waiting, timeoutMs: timeout }, signal);
      return outcome === undefined ? unknownHold(id) : ok(outcome);
    },
  }),
  environmentRoute('POST /environments/{environment}/holds/{hold}/release', {
    id: 'releaseExchange',
    summary: 'Release one waiting request',
    description: 'The hold stays open.',
    body: z.strictObject({ exchange: smallInteger(1, Number.MAX_SAFE_INTEGER) }),
    responses: { 200: releasedExchanges },
    handle: ({ params: { hold: id }, body: { exchange }, state }) =>
      released(id, state.holds.release(id, exchange)),
  }),
  environmentRoute('DELETE /environments/{environment}/holds/{hold}', {
    id: 'closeGate',
    summary: 'Release all waiting requests, in a chosen order, and close the hold',
    responses: { 200: releasedExchanges },
    query: {
      order: z
        .string()
        .regex(/^[0-9]{1,15}(?:,[0-9]{1,15})*$/, { error: 'numbers of exchanges, separated by commas' })
        .transform((text) => text.split(',').map(Number))
        .optional()
        .meta({
          description:
            'Numbers of waiting exchanges, separated by commas, in the order of their commits. The others follow.',
          example: '12,11',
        }),
    },
    handle: ({ params: { hold: id }, query: { order = [] }, state }) =>
      released(id, state.holds.close(id, order)),
  }),
];

function released(id: string, release: Release): ControlResponse {
  if (release.kind === 'released') return ok({ released: release.exchanges });
  if (release.kind === 'no-hold') return unknownHold(id);
  const what = `exchange ${release.exchange} does not wait at the hold "${id}"`;
  throw new UserError({ what, hint: 'GET …/holds lists the waiting requests' });
}

function unknownHold(id: string): ControlResponse {
  return refusal('gate_not_found', `There is no hold ${JSON.stringify(id)}, or it has closed by itself.`);
}
