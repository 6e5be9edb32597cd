import { STATUS_CODES } from 'node:http';
import type { EffectOf } from './fault-kind.ts';

/** Returns the response of an effect: with an Error body, with the page of a gateway, or without a body. `headers`: names and values in turn. */
export function faultResponse({ status, body, retryAfter }: EffectOf<'respond'>) {
  const headers = retryAfter === undefined ? [] : ['Retry-After', `${retryAfter}`];
  const reason = STATUS_CODES[status] ?? 'Error';
  if (body === 'empty') return { status, reason, headers, text: undefined };
  const [type, text] =
    body === 'html'
      ? ['text/html', gatewayPage(`${status} ${reason}`)]
      : ['application/json', errorText(status, reason)];
  return { status, reason, headers: ['Content-Type', type, ...headers], text };
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
