import * as z from 'zod';
import { ok } from '../../http/control-response.ts';
import { formatDateTime } from '../../text/date-time.ts';
import { duration, oneOf, time } from '../../text/field-schemas.ts';
import { changeClock } from '../environment/time-change.ts';
import { type ControlRoute, environmentRoute } from './control-route.ts';

export const clockRoutes: readonly ControlRoute[] = [
  environmentRoute('GET /environments/{environment}/clock', {
    handle: ({ state: { clock } }) => ok({ now: formatDateTime(clock.now()), frozen: clock.frozen }),
  }),
  environmentRoute('PATCH /environments/{environment}/clock', {
    body: z
      .strictObject({
        frozen: z.boolean().optional(),
        set: time.optional(),
        advance: duration('365d').optional(),
      })
      .refine(...oneOf('set', 'advance'))
      .describe('The fields apply in this order. `set` and `advance` exclude each other.'),
    handle: ({ body: { frozen, set, advance }, state }) => {
      const { before, now, ...effects } = changeClock(state, { frozen, set, advanceMs: advance });
      return ok({ before: formatDateTime(before), now: formatDateTime(now), ...effects });
    },
  }),
];
