import type { IncomingHttpHeaders } from 'node:http';
import { refusal } from './control-error.ts';
import type { ControlResponse } from './control-response.ts';

const always = ['localhost', '127.0.0.1', '[::1]'];

/** The names by which clients may call the control API: loopback, and those given; without ports, in lower case. */
export function allowedHosts(given: readonly string[]): ReadonlySet<string> {
  return new Set([...always, ...given.map(bracketed)].map((name) => name.toLowerCase()));
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/**
 * Refuses what a web page could send to this port. A page whose name was made to resolve to this machine is known by its
 * Host, any other by its Origin or Sec-Fetch-Site. Undefined when the request may go on.
 */
export function refuseWebPage(
  hosts: readonly string[],
  headers: IncomingHttpHeaders,
  allowed: ReadonlySet<string>,
): ControlResponse | undefined {
  const [host, second] = hosts;
  if (host === undefined || second !== undefined || !allowed.has(nameOf(host))) {
    const shown = host === undefined || second !== undefined ? 'not exactly one' : JSON.stringify(host);
    const hint = 'start the simulator with --control-hosts NAME to be called by another name';
    return refusal(
      'host_not_allowed',
      `Host is ${shown}; expected one of ${[...allowed].join(', ')}; ${hint}`,
    );
  }
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const foreignOrigin = origin !== undefined && origin.replace(/^https?:\/\//, '') !== host;
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (foreignOrigin || foreignSite)
    return refusal('origin_not_allowed', 'The control API does not take requests of other web pages.');
  return undefined;
}

/** The name of a Host header, without its port. */
function nameOf(host: string): string {
  return host.replace(/:[0-9]*$/, '').toLowerCase();
}
