import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { limitReached } from '../../../http/control-response.ts';
import { startStallTimeout } from '../../../http/stall-timeout.ts';
import { type ControlRoute, route, unknownEnvironment } from '../control-route.ts';
import { type EventMessage, type Events, eventText } from './events.ts';

/** The maximum number of clients that watch. */
const maxStreams = 100;

export const eventRoutes: readonly ControlRoute[] = [
  route('GET /events', {
    query: {
      environment: z.string().optional().describe('Only events of this environment, and `environments`.'),
    },
    handle: async ({ context, query: { environment }, headers, signal }) => {
      const { environments, events, sessions } = context;
      if (environment !== undefined && (await environments.find(environment)) === undefined)
        return unknownEnvironment(environment);
      if (events.listeners >= maxStreams) return limitReached(maxStreams, 'event streams', 'close some');
      const session = headers.authorization === undefined ? await sessions.find(headers) : undefined;
      const ended = session === undefined ? signal : sessions.ended(session, signal);
      return { status: 200, stream: (to) => streamEvents(to, events, environment, ended) };
    },
  }),
];

/** A client that has not read this many bytes misses further messages. */
const maxUnread = 256 * 1024;

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // nginx would collect the messages.
  'X-Accel-Buffering': 'no',
};

/** Writes the events of an environment, or of all, to a client until it leaves, or the stream is ended. */
export function streamEvents(
  to: ServerResponse,
  events: Events,
  environment: string | undefined,
  ended: AbortSignal,
): void {
  to.writeHead(200, headers);
  if (to.req.method === 'HEAD') return void to.end();
  let missing = 0;
  const write = (text: Buffer | string): void => {
    to.write(text);
    startStallTimeout(to);
  };
  const ready = (): boolean => {
    if (to.writableLength > maxUnread) return false;
    if (missing > 0) write(eventText('dropped', { count: missing }));
    missing = 0;
    return true;
  };
  const message = (one: EventMessage): void => {
    if (environment !== undefined && one.environment !== undefined && one.environment !== environment) return;
    if (ready()) write(one.text);
    else missing++;
  };
  const beat = (): void => {
    if (ready()) write(': \n\n');
  };
  const end = (): void => {
    leave();
    ended.removeEventListener('abort', end);
    to.end();
  };
  const leave = events.listen({ message, beat, end });
  to.once('close', end);
  ended.addEventListener('abort', end);
  // A first byte tells the client that the stream is open.
  beat();
  if (ended.aborted) end();
}
