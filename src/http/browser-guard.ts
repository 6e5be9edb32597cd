import type { IncomingMessage } from 'node:http';
import { type ControlResponse, refusal } from './control-response.ts';
import { createHostMatcher, isManyHosts } from './host-pattern.ts';
import { hostInUrl } from './listen.ts';

/** The names of this machine in a Host header. */
export const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** The hosts under which clients may call the control API. */
export type AllowedHosts = {
  /** Every pattern, as a person would write it in a URL. */
  readonly shown: readonly string[];
  /** Returns whether a host, in lower case and without a port, is allowed. */
  readonly allows: (host: string) => boolean;
};

/** Returns the loopback names and those that fit one of the added patterns. */
export function allowedHosts(added: readonly string[]): AllowedHosts {
  const lower = added.map((pattern) => pattern.toLowerCase());
  const inUrl = lower.map((pattern) => (isManyHosts(pattern) ? pattern : hostInUrl(pattern)));
  const fits = createHostMatcher(lower);
  return {
    shown: [...new Set([...loopback, ...inUrl])],
    allows: (host) => loopback.includes(host) || fits(host),
  };
}

/**
 * Refuses requests that a web page could send to this port. DNS rebinding is detected by the Host, any other page by its
 * Origin or Sec-Fetch-Site. Node shows one of several Host headers, so `hosts` is their number. Returns undefined if the
 * request is allowed.
 */
export function refuseWebPage(
  { headers, method, url = '' }: Pick<IncomingMessage, 'headers' | 'method' | 'url'>,
  hosts: number,
  allowed: AllowedHosts,
): ControlResponse | undefined {
  const host = hosts === 1 ? headers.host : undefined;
  if (host === undefined || !allowed.allows(splitHost(host).name)) {
    const given = host === undefined ? 'not exactly one' : JSON.stringify(host);
    const hint = 'start the simulator with --control-hosts NAME to allow another name';
    return refusal(
      'host_not_allowed',
      `Host is ${given}; expected one of ${allowed.shown.join(', ')}; ${hint}`,
    );
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
