import type { ServerResponse } from 'node:http';
import { startStallTimeout } from '../../../http/stall-timeout.ts';
import { type EventMessage, type Events, eventText } from './events.ts';

/** What a client watches, and until when. */
export type StreamOptions = {
  /** Default: all environments. */
  readonly environment: string | undefined;
  readonly ended: AbortSignal;
};

/** A client that has not read this many bytes misses further messages. */
const maxUnread = 256 * 1024;

const headers: readonly string[] = [
  'Content-Type',
  'text/event-stream',
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  // nginx would collect the messages.
  'X-Accel-Buffering',
  'no',
];

/** Writes the events of a simulator to a client until it leaves, or the stream is ended. */
export function streamEvents(to: ServerResponse, events: Events, options: StreamOptions): void {
  const { environment, ended } = options;
  to.writeHead(200, [...headers]);
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
