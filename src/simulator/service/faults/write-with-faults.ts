import { once } from 'node:events';
import { drawMany } from '../../../draw.ts';
import type { Effect } from '../../../faults/fault-kind.ts';
import { clientGone, startStallTimeout } from '../../../http/client-connection.ts';
import type { ExchangeEnd } from '../../environment/journal/journal-entry.ts';
import type { Exchange } from '../exchange.ts';
import { headersToSend, type ResponseBody, type ServiceResponse } from '../service-response.ts';
import { writeResponse } from '../write-response.ts';
import { fireFaults } from './apply-faults.ts';

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
  const body = req.method === 'HEAD' ? undefined : response.body;
  const fired = body === undefined ? [] : fireFaults(exchange, 'response');
  if (body === undefined || fired.length === 0) return writeResponse(res, response, extra);
  const effects = fired.map(({ effect }) => effect);

  const gone = clientGone(res);
  const bytes = garble(bytesOf(body), effects);
  const end = cutAt(bytes.length, effects);
  const pace = effects.find((effect) => effect.kind === 'pace');
  const size = pace?.bytes ?? end;
  res.writeHead(response.status, headersToSend(response, extra));
  res.flushHeaders();
  for (let at = 0; at < end; at += size) {
    if (gone.aborted) return 'client-gone';
    if (!res.write(bytes.subarray(at, Math.min(end, at + size)))) {
      startStallTimeout(res);
      await once(res, 'drain', { signal: gone }).catch(() => undefined);
    }
    if (pace !== undefined) await state.pauses.pause(pace.everyMs, gone);
  }
  if (gone.aborted) return 'client-gone';
  if (end === bytes.length) {
    res.end();
    return 'answered';
  }
  res.req.socket.destroySoon();
  return 'cut';
}

function bytesOf(body: ResponseBody): Buffer {
  return body.kind === 'text' ? Buffer.from(body.text) : body.bytes;
}

function garble(body: Buffer, effects: readonly Effect[]): Buffer {
  const effect = effects.find(({ kind }) => kind === 'garble-body');
  return effect?.kind === 'garble-body' ? drawMany(effect.seed, body.length) : body;
}

function cutAt(length: number, effects: readonly Effect[]): number {
  const cuts = effects.filter((effect) => effect.kind === 'truncate');
  return Math.min(length, ...cuts.map(({ bytes }) => bytes ?? Math.floor(length / 2)));
}
