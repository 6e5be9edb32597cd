import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { equalsSecret } from '../../../authorization.ts';
import { splitHost } from '../../../http/guards.ts';

export type Session = {
  /** The value of the header `X-CSRF-Token`. */
  readonly csrf: string;
  /** In milliseconds since 1970 on the machine's clock. */
  readonly expiresAt: number;
};

export type Sessions = ReturnType<typeof createSessions>;

const lifetimeMs = 12 * 60 * 60 * 1000;

/**
 * Creates the sessions of a simulator, and its one-time code. No session is stored: the cookie has its end and a random text, signed with the control
 * token for one origin, so that every process with the token accepts it. It cannot be revoked before its end, except by
 * another token.
 */
export function createSessions(token: string, now: () => number, code?: string) {
  let unusedCode = code;
  const sign = (purpose: 'cookie' | 'csrf', { origin }: SeenAddress, text: string): string =>
    createHmac('sha256', token).update([purpose, origin, text].join('\n')).digest('base64url');
  const read = (address: SeenAddress, cookie: string): Session | undefined => {
    const [expiresAt = '', random = '', signature = ''] = cookie.split('.');
    const text = `${expiresAt}.${random}`;
    if (!equalsSecret(signature, sign('cookie', address, text)) || now() >= Number(expiresAt))
      return undefined;
    return { csrf: sign('csrf', address, text), expiresAt: Number(expiresAt) };
  };
  return {
    /** Whether a text is the code of the printed link, which works once. */
    acceptsCode: (given: string): boolean => {
      const isRight = unusedCode !== undefined && equalsSecret(given, unusedCode);
      if (isRight) unusedCode = undefined;
      return isRight;
    },
    /** Begins a session for the origin of a request. Returns it with the Set-Cookie header that keeps it. */
    begin: (headers: IncomingHttpHeaders): { readonly session: Session; readonly setCookie: string } => {
      const address = seenAddress(headers);
      const expiresAt = now() + lifetimeMs;
      const text = `${expiresAt}.${randomBytes(16).toString('base64url')}`;
      const session = { csrf: sign('csrf', address, text), expiresAt };
      return { session, setCookie: setCookie(address, `${text}.${sign('cookie', address, text)}`) };
    },
    /** Returns the Set-Cookie header that ends the session of a browser. */
    end: (headers: IncomingHttpHeaders): string => `${setCookie(seenAddress(headers), '')}; Max-Age=0`,
    /** Returns the session of the cookie of a request. Undefined if there is none at this origin. */
    find: (headers: IncomingHttpHeaders): Session | undefined => {
      const address = seenAddress(headers);
      const start = `${address.cookie}=`;
      const pair = headers.cookie?.split('; ').find((one) => one.startsWith(start));
      return pair === undefined ? undefined : read(address, pair.slice(start.length));
    },
  };
}

/** Whether a request has the header that a change with the cookie of a session needs. */
export function allowsChange({ csrf }: Session, headers: IncomingHttpHeaders): boolean {
  return equalsSecret(String(headers['x-csrf-token'] ?? ''), csrf);
}

type SeenAddress = ReturnType<typeof seenAddress>;

/**
 * Returns the origin at which the browser sees the control API, by the Host and the `X-Forwarded-Proto` of a proxy, and the
 * name of its cookie. No page of another origin can send this header. The name contains the port, because browsers share
 * the cookies of a host between its ports, where other simulators may be.
 */
function seenAddress(headers: IncomingHttpHeaders) {
  const host = headers.host?.toLowerCase() ?? '';
  const isSecure = /^https\b/i.test(String(headers['x-forwarded-proto'] ?? ''));
  const cookie = `${isSecure ? '__Host-' : ''}store-orders-sim-${splitHost(host).port}`;
  return { origin: `${isSecure ? 'https' : 'http'}://${host}`, isSecure, cookie };
}

function setCookie({ isSecure, cookie }: SeenAddress, value: string): string {
  return `${cookie}=${value}; HttpOnly; SameSite=Strict; Path=/${isSecure ? '; Secure' : ''}`;
}
