import type { IncomingHttpHeaders } from 'node:http';
import { splitHost } from '../../../http/browser-guard.ts';

/** Where the browser of a request sees the control API. */
export type SeenAddress = {
  /** The origin: `http://localhost:4011`. */
  readonly origin: string;
  /** The path below which a proxy shows the control API, without a slash at the end. Empty if there is none. */
  readonly prefix: string;
};

/**
 * Returns where the browser sees the control API: by the Host, and by what a proxy says with `X-Forwarded-Proto` and
 * `X-Forwarded-Prefix`. No page of another origin can send these headers, and a client that invents them changes only its
 * own cookie.
 */
export function seenAddress(headers: IncomingHttpHeaders): SeenAddress {
  const [scheme = ''] = firstOf(headers['x-forwarded-proto']);
  const origin = `${scheme.toLowerCase() === 'https' ? 'https' : 'http'}://${headers.host?.toLowerCase()}`;
  const [prefix = ''] = firstOf(headers['x-forwarded-prefix']);
  return { origin, prefix: prefixForm.test(prefix) ? prefix.replace(/\/$/, '') : '' };
}

/** Path segments of characters that can be in a cookie's Path. */
const prefixForm = /^(?:\/[\w.~!$&'()*+=:@%-]+)+\/?$/;

/** The first of the values that several proxies have added. */
function firstOf(header: string | readonly string[] | undefined): readonly string[] {
  return String(header ?? '')
    .split(',')
    .slice(0, 1)
    .map((value) => value.trim());
}

/**
 * Returns the name of the session cookie at an address. It contains the port, because browsers share the cookies of a host
 * between its ports, where other simulators may be. The prefixes are only for Secure cookies, and `__Host-` only for those
 * of the whole host.
 */
export function cookieName({ origin, prefix }: SeenAddress): string {
  const secure = origin.startsWith('https:');
  const host = origin.slice(origin.indexOf('//') + 2);
  const port = /:\d+$/.test(host) ? splitHost(host).port : secure ? 443 : 80;
  const guard = !secure ? '' : prefix === '' ? '__Host-' : '__Secure-';
  return `${guard}store-orders-sim-${port}`;
}

/** Returns the Set-Cookie header that keeps a session, or with an empty value removes it. */
export function sessionCookie(address: SeenAddress, value: string): string {
  const { origin, prefix } = address;
  const attributes = ['HttpOnly', 'SameSite=Strict', `Path=${prefix === '' ? '/' : prefix}`];
  if (origin.startsWith('https:')) attributes.push('Secure');
  if (value === '') attributes.push('Max-Age=0');
  return [`${cookieName(address)}=${value}`, ...attributes].join('; ');
}

/** Returns the values of the session cookies of a request: more than one if a host has several with different paths. */
export function sessionCookies(headers: IncomingHttpHeaders): readonly string[] {
  const start = `${cookieName(seenAddress(headers))}=`;
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
}
