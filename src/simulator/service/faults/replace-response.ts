import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Effect, EffectOf } from '../../../faults/fault-kind.ts';
import { resetConnection } from '../../../http/client-connection.ts';
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

/** Returns a response with an Error body, with the page of a gateway, or without a body. */
function responseOf({ status, body, retryAfter }: EffectOf<'respond'>): ServiceResponse {
  const headers = retryAfter === undefined ? [] : ['Retry-After', `${retryAfter}`];
  const reason = STATUS_CODES[status] ?? 'Error';
  if (body === 'empty') return { status, headers };
  const [type, text] =
    body === 'html'
      ? ['text/html', gatewayPage(`${status} ${reason}`)]
      : ['application/json', errorText(status, reason)];
  return { status, headers: ['Content-Type', type, ...headers], body: textBody(text) };
}

/** An Error body in the shape of the specification, with a code derived from the status. Spec 2. */
function errorText(status: number, reason: string): string {
  const code = reason.toLowerCase().replace(/[^a-z]/g, '_');
  return JSON.stringify({ code, message: `${reason}.`, status });
}

/** The page that a proxy in front of a service sends. */
function gatewayPage(title: string): string {
  return `<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${title}</h1>\n<hr>gateway\n</body>\n</html>\n`;
}

/** Waits until the responses to earlier requests on the connection are written. */
async function socketInTurn({ req, res }: Exchange, gone: AbortSignal): Promise<Socket> {
  if (res.socket === null) await once(res, 'socket', { signal: gone }).catch(() => undefined);
  return req.socket;
}
