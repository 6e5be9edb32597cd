import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Effect, EffectOf } from '../../../faults/fault-kind.ts';
import { faultResponse } from '../../../faults/fault-response.ts';
import { resetConnection } from '../../../http/reset-connection.ts';
import type { ExchangeEnd } from '../../environment/journal/journal-entry.ts';
import { refuseKey } from '../check-request.ts';
import type { Exchange } from '../exchange.ts';
import { type ServiceResponse, textBody } from '../service-response.ts';

/** What faults did to an exchange: it proceeds, possibly with the response of a fault, or it has ended. */
export type FaultOutcome =
  | { readonly kind: 'proceed'; readonly response: ServiceResponse | undefined }
  | { readonly kind: 'ended'; readonly end: ExchangeEnd };

/** Replaces the response by that of an effect, or ends the connection; undefined for effects that do neither. */
export async function replaceResponse(
  exchange: Exchange,
  effect: Effect,
  gone: AbortSignal,
): Promise<FaultOutcome | undefined> {
  switch (effect.kind) {
    case 'respond':
      return { kind: 'proceed', response: responseOf(effect) };
    case 'refuse-key':
      return { kind: 'proceed', response: refuseKey(exchange, exchange.head.authorizations.length > 0) };
    case 'reset':
      resetConnection(await socketInTurn(exchange, gone));
      return { kind: 'ended', end: 'reset' };
    case 'close':
      (await socketInTurn(exchange, gone)).destroySoon();
      return { kind: 'ended', end: 'closed' };
    case 'garble-response': {
      const socket = await socketInTurn(exchange, gone);
      socket.write(effect.bytes);
      socket.destroySoon();
      return { kind: 'ended', end: 'garbled' };
    }
    default:
      return undefined;
  }
}

function responseOf(effect: EffectOf<'respond'>): ServiceResponse {
  const { status, headers, text } = faultResponse(effect);
  return text === undefined ? { status, headers } : { status, headers, body: textBody(text) };
}

/** Waits until the responses to earlier requests on the connection are written. */
async function socketInTurn({ req, res }: Exchange, gone: AbortSignal): Promise<Socket> {
  if (res.socket === null) await once(res, 'socket', { signal: gone }).catch(() => undefined);
  return req.socket;
}
