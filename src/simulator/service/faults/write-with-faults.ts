import { once } from 'node:events';
import { disturbBody, partsOf } from '../../../faults/disturbed-body.ts';
import { clientGone } from '../../../http/client-gone.ts';
import { startStallTimeout } from '../../../http/stall-timeout.ts';
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
  const disturbed = disturbBody(bytesOf(body), effects);
  res.writeHead(response.status, headersToSend(response, extra));
  res.flushHeaders();
  for (const part of partsOf(disturbed)) {
    if (gone.aborted) return 'client-gone';
    if (!res.write(part)) {
      startStallTimeout(res);
      await once(res, 'drain', { signal: gone }).catch(() => undefined);
    }
    if (disturbed.pace !== undefined) await state.pauses.pause(disturbed.pace.everyMs, gone);
  }
  if (gone.aborted) return 'client-gone';
  if (disturbed.end === disturbed.bytes.length) {
    res.end();
    return 'answered';
  }
  res.req.socket.destroySoon();
  return 'cut';
}

function bytesOf(body: ResponseBody): Buffer {
  return body.kind === 'text' ? Buffer.from(body.text) : body.bytes;
}
