import { z } from 'zod';
import { formatDateTime } from '../../shared/date-time.ts';
import type { Environment } from '../environment/environment.ts';
import { changeClock } from '../environment/time-change.ts';
import { type ControlResponse, ok } from './control-response.ts';
import { type ControlCall, type ControlRoute, environmentRoute } from './control-route.ts';
import { duration, nothing, time } from './input-schemas.ts';
import { readJsonBody, readQuery } from './read-input.ts';

/** The clock of an environment: freeze it, set it, move it on. */
export const clockRoutes: readonly ControlRoute[] = [
  environmentRoute('GET', '/clock', 'nothing', ({ query }, { state }) => {
    readQuery(query, nothing);
    return ok({ now: formatDateTime(state.clock.now()), frozen: state.clock.frozen });
  }),
  environmentRoute('PATCH', '/clock', 'json', patchClock),
];

const clockBody = z
  .strictObject({
    frozen: z.boolean().optional(),
    set: time.optional(),
    advance: duration(365 * 86_400_000, '365d').optional(),
  })
  .refine(({ set, advance }) => set === undefined || advance === undefined, {
    params: { what: 'set and advance are both given', expected: 'one of them' },
  });

async function patchClock(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const { frozen, set, advance } = await readJsonBody(call.content, clockBody);
  const { before, now, ...effects } = await changeClock(state, { frozen, set, advanceMs: advance });
  return ok({ before: formatDateTime(before), now: formatDateTime(now), ...effects });
}
