import type { IncomingMessage } from 'node:http';
import { bearerTokenOf, equalsSecret } from '../authorization.ts';
import { type ControlResponse, refusal } from './control-response.ts';
import { hostInUrl } from './listen.ts';

/** The names of this machine in a Host header. */
export const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Returns whether a text is a host name or an address without brackets, and has no port. */
export function isHostName(text: string): boolean {
  const hasPort = /^[^:]*:[0-9]*$/.test(text);
  return /^[A-Za-z0-9._:-]{1,255}$/.test(text) && !hasPort;
}

/** Returns the hosts of the Host headers that are allowed: the loopback names, and those that are added. `*` allows every host. */
export function allowedHosts(added: readonly string[]): readonly string[] {
  return [...new Set([...loopback, ...added.map((host) => hostInUrl(host.toLowerCase()))])];
}

/**
 * Refuses requests that a web page could send to this port. DNS rebinding is detected by the Host, any other page by its
 * Origin or Sec-Fetch-Site. Node shows one of several Host headers, so `hosts` is their number. Returns undefined if the
 * request is allowed.
 */
export function refuseWebPage(
  { headers, method, url = '' }: Pick<IncomingMessage, 'headers' | 'method' | 'url'>,
  hosts: number,
  allowed: readonly string[],
): ControlResponse | undefined {
  const host = hosts === 1 ? headers.host : undefined;
  if (host === undefined || !(allowed.includes('*') || allowed.includes(splitHost(host).name))) {
    const given = host === undefined ? 'not exactly one' : JSON.stringify(host);
    const hint = 'start the simulator with --control-hosts NAME to allow another name';
    return refusal('host_not_allowed', `Host is ${given}; expected one of ${allowed.join(', ')}; ${hint}`);
  }
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const foreignOrigin = origin !== undefined && origin.replace(/^https?:\/\//, '') !== host;
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  // A link of another page may lead to the console: its page contains no state, and cannot be shown in a frame.
  const isVisit =
    method === 'GET' &&
    /^\/(?:\?|$)/.test(url) &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document';
  if (foreignOrigin || (foreignSite && !isVisit))
    return refusal('origin_not_allowed', 'The control API refuses requests from other web pages.');
  return undefined;
}

/** Splits a Host header into its name, in lower case, and its port, which is 80 if the header has none. */
export function splitHost(host: string): { readonly name: string; readonly port: number } {
  const digits = /:([0-9]*)$/.exec(host);
  const name = host.slice(0, digits?.index).toLowerCase();
  return { name, port: Number(digits?.[1] || 80) };
}

const tokenHint =
  'send "Authorization: Bearer TOKEN" with the value of SIM_CONTROL_TOKEN or the token printed at the start';
const missing = refusal('unauthorized', `The token is missing; ${tokenHint}.`, [
  'WWW-Authenticate',
  'Bearer',
]);
const invalid = refusal('unauthorized', `The token is not the token of this control API; ${tokenHint}.`, [
  'WWW-Authenticate',
  'Bearer error="invalid_token"',
]);

/** Refuses requests without the bearer token, which is compared in constant time. Returns undefined for the token. */
export function refuseToken(authorizations: readonly string[], token: string): ControlResponse | undefined {
  const given = bearerTokenOf(authorizations);
  if (given === undefined) return missing;
  return equalsSecret(given, token) ? undefined : invalid;
}
