import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { drawMany } from '../../environment/faults/draw-many.ts';
import type { Effect } from '../../environment/faults/effect.ts';
import type { ExchangeEnd } from '../../environment/journal/journal-entry.ts';
import { limitTaking } from '../../server/limit-taking.ts';
import type { ServiceResponse } from '../service-response.ts';
import { headersToSend } from '../write-response.ts';

/** How an answer with a body is written under faults. */
export type DisturbedWriting = {
  readonly response: ServerResponse;
  readonly reply: ServiceResponse;
  readonly extraHeaders: readonly string[];
  readonly effects: readonly Effect[];
  /** Waits; ends early when the client goes away or the state ends. */
  pause(ms: number): Promise<void>;
  readonly gone: AbortSignal;
};

type Pace = Extract<Effect, { kind: 'pace' }>;

/** Writes a reply slowly, in part, or with another body of the same length; its head is as it would be. */
export async function writeDisturbed(writing: DisturbedWriting): Promise<ExchangeEnd> {
  const { response, reply, extraHeaders, effects, gone } = writing;
  const body = garble(bytesOf(reply), effects);
  const end = cutAt(body.length, effects);
  const pace = slowest(effects);
  response.writeHead(reply.status, headersToSend(reply, extraHeaders));
  response.flushHeaders();
  for (const slice of slices(body.subarray(0, end), pace?.bytes)) {
    if (gone.aborted) return 'client-gone';
    if (!response.write(slice)) {
      limitTaking(response);
      await once(response, 'drain', { signal: gone }).catch(() => undefined);
    }
    if (pace !== undefined) await writing.pause(pace.everyMs);
  }
  if (gone.aborted) return 'client-gone';
  if (end === body.length) {
    response.end();
    return 'answered';
  }
  response.req.socket.destroySoon();
  return 'cut';
}

function bytesOf({ body }: ServiceResponse): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  return body.kind === 'text' ? Buffer.from(body.text) : Buffer.concat(body.chunks, body.length);
}

function garble(body: Buffer, effects: readonly Effect[]): Buffer {
  const effect = effects.find(({ kind }) => kind === 'garble-body');
  return effect?.kind === 'garble-body' ? drawMany(effect.seed, body.length) : body;
}

function cutAt(length: number, effects: readonly Effect[]): number {
  const cuts = effects.filter((effect) => effect.kind === 'truncate');
  return Math.min(length, ...cuts.map(({ bytes }) => bytes ?? Math.floor(length / 2)));
}

/** Where several hold an answer back, the slowest decides. */
function slowest(effects: readonly Effect[]): Pace | undefined {
  const perMs = ({ bytes, everyMs }: Pace): number => bytes / everyMs;
  return effects.filter((effect) => effect.kind === 'pace').toSorted((a, b) => perMs(a) - perMs(b))[0];
}

function* slices(bytes: Buffer, size: number = bytes.length): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
