import { once } from 'node:events';
import { drawMany } from '../../environment/draw.ts';
import type { Effect } from '../../environment/faults/fault-kind.ts';
import type { ExchangeEnd } from '../../environment/journal/journal-entry.ts';
import { clientGone } from '../../server/client-gone.ts';
import { startStallTimeout } from '../../server/stall-timeout.ts';
import type { Exchange } from '../exchange.ts';
import { headersToSend, type ResponseBody, type ServiceResponse } from '../service-response.ts';
import { writeResponse } from '../write-response.ts';
import { fireFaults } from './apply-faults.ts';

type Pace = Extract<Effect, { kind: 'pace' }>;

/**
 * Writes a response and applies the faults that change how a body is written: slowly, in part, or as other bytes of the
 * same length. Status and headers do not change.
 */
export async function writeWithFaults(
  exchange: Exchange,
  response: ServiceResponse,
  extra: readonly string[],
): Promise<ExchangeEnd> {
  const { req, res, state } = exchange;
  const given = response.body;
  if (given === undefined || req.method === 'HEAD') return writeResponse(res, response, extra);
  const fired = await fireFaults(exchange, 'response');
  if (fired.length > 0) await state.journal.record(exchange.entry);
  const effects = fired.map(({ effect }) => effect);
  if (effects.length === 0) return writeResponse(res, response, extra);

  const gone = clientGone(res);
  const body = garble(bytesOf(given), effects);
  const end = cutAt(body.length, effects);
  const pace = slowest(effects);
  res.writeHead(response.status, headersToSend(response, extra));
  res.flushHeaders();
  for (const slice of slices(body.subarray(0, end), pace?.bytes)) {
    if (gone.aborted) return 'client-gone';
    if (!res.write(slice)) {
      startStallTimeout(res);
      await once(res, 'drain', { signal: gone }).catch(() => undefined);
    }
    if (pace !== undefined) await state.pauses.pause(pace.everyMs, gone);
  }
  if (gone.aborted) return 'client-gone';
  if (end === body.length) {
    res.end();
    return 'answered';
  }
  res.req.socket.destroySoon();
  return 'cut';
}

function bytesOf(body: ResponseBody): Buffer {
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

/** If several faults set a pace, the slowest applies. */
function slowest(effects: readonly Effect[]): Pace | undefined {
  const perMs = ({ bytes, everyMs }: Pace): number => bytes / everyMs;
  return effects.filter((effect) => effect.kind === 'pace').toSorted((a, b) => perMs(a) - perMs(b))[0];
}

function* slices(bytes: Buffer, size: number = bytes.length): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
