import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { equalsSecret } from '../../../authorization.ts';
import { seenAddress, sessionCookies } from './session-cookie.ts';

export type Session = {
  /** The value of the header `X-CSRF-Token`. */
  readonly csrf: string;
  /** In milliseconds since 1970 on the machine's clock. */
  readonly expiresAt: number;
};

export type Sessions = ReturnType<typeof createSessions>;

const lifetimeMs = 12 * 60 * 60 * 1000;

/**
 * Creates the sessions of a simulator. None is stored: the cookie has its end and a random text, signed with the control
 * token for one origin, so that every process with the token accepts it. It cannot be revoked before its end, except by
 * another token.
 */
export function createSessions(token: string, now: () => number) {
  const sign = (purpose: 'cookie' | 'csrf', origin: string, text: string): string =>
    createHmac('sha256', token).update([purpose, origin, text].join('\n')).digest('base64url');
  const read = (origin: string, cookie: string): Session | undefined => {
    const [expiresAt = '', random = '', signature = ''] = cookie.split('.');
    const text = `${expiresAt}.${random}`;
    if (!equalsSecret(signature, sign('cookie', origin, text)) || now() >= Number(expiresAt))
      return undefined;
    return { csrf: sign('csrf', origin, text), expiresAt: Number(expiresAt) };
  };
  return {
    /** Begins a session for the origin of a request. Returns it with the value of its cookie. */
    begin: (headers: IncomingHttpHeaders): { readonly session: Session; readonly cookie: string } => {
      const { origin } = seenAddress(headers);
      const expiresAt = now() + lifetimeMs;
      const text = `${expiresAt}.${randomBytes(16).toString('base64url')}`;
      const session = { csrf: sign('csrf', origin, text), expiresAt };
      return { session, cookie: `${text}.${sign('cookie', origin, text)}` };
    },
    /** Returns the session of the cookie of a request. Undefined if there is none at this origin. */
    find: (headers: IncomingHttpHeaders): Session | undefined => {
      const { origin } = seenAddress(headers);
      return sessionCookies(headers).flatMap((cookie) => read(origin, cookie) ?? [])[0];
    },
  };
}

/** Whether a request has the header that a change with the cookie of a session needs. */
export function allowsChange({ csrf }: Session, headers: IncomingHttpHeaders): boolean {
  return equalsSecret(String(headers['x-csrf-token'] ?? ''), csrf);
}
