import * as z from 'zod';
import { ok } from '../../http/control-response.ts';
import { formatDateTime } from '../../text/date-time.ts';
import { duration, int64, oneOf, time } from '../../text/field-schemas.ts';
import { changeClock } from '../environment/time-change.ts';
import { timestamp } from './components.ts';
import { type ControlRoute, environmentRoute } from './control-route.ts';

export const clockView = z.strictObject({ now: timestamp, frozen: z.boolean() }).meta({ id: 'ClockView' });

const clockChange = z
  .strictObject({
    before: timestamp,
    ...clockView.shape,
    shipped: z.array(int64).describe('The ids of orders.'),
    expiredKeys: z.array(z.string()),
    endedFaults: z.array(z.string()),
  })
  .meta({ id: 'ClockChange', description: 'The new time, and what became due.' });

const clockRequest = z
  .strictObject({
    frozen: z.boolean().optional(),
    set: time.optional(),
    advance: duration('365d').optional(),
  })
  .refine(...oneOf('set', 'advance'))
  .meta({
    id: 'ClockRequest',
    description: '`frozen` applies first. `set` and `advance` exclude each other.',
  });

export const clockRoutes: readonly ControlRoute[] = [
  environmentRoute('GET /environments/{environment}/clock', {
    id: 'getClock',
    summary: 'Get the clock',
    responses: { 200: clockView },
    handle: ({ state: { clock } }) => ok({ now: formatDateTime(clock.now()), frozen: clock.frozen }),
  }),
  environmentRoute('PATCH /environments/{environment}/clock', {
    id: 'changeClock',
    summary: 'Freeze, set or advance the clock',
    description: 'What becomes due happens immediately. Setting the clock back undoes nothing.',
    body: clockRequest,
    responses: { 200: clockChange },
    handle: ({ body: { frozen, set, advance }, state }) => {
      const { before, now, ...effects } = changeClock(state, { frozen, set, advanceMs: advance });
      return ok({ before: formatDateTime(before), now: formatDateTime(now), ...effects });
    },
  }),
];
