import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { equalsSecret } from '../../../authorization.ts';
import type { Clock } from '../../../clock.ts';
import { seenAddress, sessionCookies } from './session-cookie.ts';

export interface Session {
  /** The value of the header `X-CSRF-Token`. */
  readonly csrf: string;
  /** When it ends if no request uses it, in milliseconds since 1970 on the machine's clock. */
  readonly expiresAt: number;
  /** Aborts when it has ended: signed out, expired, displaced by newer ones, or the simulator stops. */
  readonly ended: AbortSignal;
}

export type Sessions = ReturnType<typeof createSessions>;

/** How long a session lives without a request. */
export const idleMs: number = 12 * 60 * 60 * 1000;
/** A newer session displaces the one that was not used for the longest time. */
const most = 100;

type Live = { csrf: string; expiresAt: number; ended: AbortSignal; origin: string; end: AbortController };

/** Creates the sessions of a simulator, none at first. */
export function createSessions({
  machine,
  stopping,
}: {
  readonly machine: Clock;
  readonly stopping: AbortSignal;
}) {
  /** By the hash of their cookie, so that the time of a search shows nothing of it; the least recently used first. */
  const sessions = new Map<string, Live>();

  const keyOf = (session: Session): string | undefined =>
    [...sessions].find(([, one]) => one === session)?.[0];
  const end = (session: Session): void => {
    const key = keyOf(session);
    if (key === undefined) return;
    sessions.get(key)?.end.abort();
    sessions.delete(key);
  };
  const endWhenIdle = async (session: Live): Promise<void> => {
    while (!session.ended.aborted && machine.now() < session.expiresAt)
      await machine.sleep(session.expiresAt - machine.now(), session.ended);
    end(session);
  };

  return {
    /** Begins a session for the origin of a request. Returns it with the value of its cookie. */
    begin: (headers: IncomingHttpHeaders): { readonly session: Session; readonly id: string } => {
      const id = randomBytes(32).toString('base64url');
      const { origin } = seenAddress(headers);
      const over = new AbortController();
      const ended = AbortSignal.any([over.signal, stopping]);
      const csrf = randomBytes(32).toString('base64url');
      const session: Live = { csrf, expiresAt: machine.now() + idleMs, ended, origin, end: over };
      const [oldest] = sessions.size < most ? [] : sessions.values();
      if (oldest !== undefined) end(oldest);
      sessions.set(hash(id), session);
      void endWhenIdle(session);
      return { session, id };
    },
    /** Returns the session of the cookie of a request, and prolongs it. Undefined if there is none at this origin. */
    find: (headers: IncomingHttpHeaders): Session | undefined => {
      const { origin } = seenAddress(headers);
      for (const key of sessionCookies(headers).map(hash)) {
        const session = sessions.get(key);
        if (session === undefined || session.origin !== origin || session.ended.aborted) continue;
        sessions.delete(key);
        sessions.set(key, session);
        session.expiresAt = machine.now() + idleMs;
        return session;
      }
      return undefined;
    },
    end,
    /** Whether a request has the header that a change with the cookie of a session needs. */
    allowsChange: ({ csrf }: Session, headers: IncomingHttpHeaders): boolean =>
      equalsSecret(String(headers['x-csrf-token'] ?? ''), csrf),
  };
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64');
}
