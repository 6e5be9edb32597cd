import { z } from 'zod';
import { limitReached } from '../../../http/control-response.ts';
import { type ControlRoute, route, unknownEnvironment } from '../control-route.ts';
import { streamEvents } from './event-stream.ts';

/** The maximum number of clients that watch. */
const maxStreams = 100;

export const eventRoutes: readonly ControlRoute[] = [
  route('GET /events', {
    query: {
      environment: z.string().optional().describe('Only events of this environment, and `environments`.'),
    },
    handle: ({ context: { environments, events, sessions }, query: { environment }, headers, signal }) => {
      if (environment !== undefined && environments.get(environment) === undefined)
        return unknownEnvironment(environment);
      if (events.listeners >= maxStreams) return limitReached(maxStreams, 'event streams', 'close some');
      const session = headers.authorization === undefined ? sessions.find(headers) : undefined;
      const ended = session === undefined ? signal : AbortSignal.any([signal, session.ended]);
      return { status: 200, stream: (to) => streamEvents(to, events, { environment, ended }) };
    },
  }),
];
