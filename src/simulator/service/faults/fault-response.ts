import { STATUS_CODES } from 'node:http';
import type { Effect } from '../../environment/faults/effect.ts';
import type { Exchange } from '../exchange.ts';
import { refuseKey } from '../refuse-key.ts';
import { type ServiceResponse, textBody } from '../service-response.ts';

/** The reply that a fault puts in the place of the service's; undefined where none does. */
export function faultResponse(exchange: Exchange, effects: readonly Effect[]): ServiceResponse | undefined {
  for (const effect of effects) {
    if (effect.kind === 'answer') return replyWith(effect);
    if (effect.kind === 'refuse-key') return refuseKey(exchange, exchange.head.authorizations.length > 0);
  }
  return undefined;
}

function replyWith({ status, body, retryAfter }: Extract<Effect, { kind: 'answer' }>): ServiceResponse {
  const headers = retryAfter === undefined ? [] : ['Retry-After', `${retryAfter}`];
  const reason = STATUS_CODES[status] ?? 'Error';
  switch (body) {
    case 'empty':
      return { status, headers };
    case 'html':
      return {
        status,
        headers: ['Content-Type', 'text/html', ...headers],
        body: textBody(gatewayPage(status, reason)),
      };
    case 'error':
      return {
        status,
        headers: ['Content-Type', 'application/json', ...headers],
        body: textBody(errorText(status, reason)),
      };
  }
}

/** An Error body as the specification shapes it, with a code made of the status's name. Spec 2. */
function errorText(status: number, reason: string): string {
  const code = reason.toLowerCase().replace(/[^a-z]+/g, '_');
  return JSON.stringify({ code, message: `${reason}.`, status });
}

/** What a proxy in front of a service says for it. */
function gatewayPage(status: number, reason: string): string {
  const title = `${status} ${reason}`;
  return `<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${title}</h1>\n<hr>gateway\n</body>\n</html>\n`;
}
