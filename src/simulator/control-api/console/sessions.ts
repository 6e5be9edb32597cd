import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { equalsSecret } from '../../../authorization.ts';
import type { Clock } from '../../../clock.ts';
import { seenAddress, sessionCookies } from './session-cookie.ts';

type Session = {
  /** The hash of its cookie, so that the time of a search shows nothing of it. */
  readonly key: string;
  /** The value of the header `X-CSRF-Token`. */
  readonly csrf: string;
  /** Where the browser sees the control API. */
  readonly origin: string;
  /** When it ends if no request uses it, in milliseconds since 1970 on the machine's clock. */
  readonly expiresAt: number;
};

export type Sessions = ReturnType<typeof createSessions>;

/** How long a session lives without a request. */
const idleMs = 12 * 60 * 60 * 1000;
/** A newer session displaces the one that was not used for the longest time. */
const most = 100;
/** How long a stream of events may go on after its session, which another process may have ended. */
const lookMs = 1_000;

/** Creates the sessions of a simulator. They are those of one process. */
export function createSessions({ machine }: { readonly machine: Clock }) {
  const table = localTable();
  /** Returns those that have not expired, the least recently used first. */
  const live = async (): Promise<readonly Session[]> => {
    const all = [...(await table.all())].map(([key, text]): Session => ({ ...JSON.parse(text), key }));
    const isOver = ({ expiresAt }: Session) => machine.now() >= expiresAt;
    for (const { key } of all.filter(isOver)) await table.delete(key);
    return all.filter((one) => !isOver(one)).toSorted((one, other) => one.expiresAt - other.expiresAt);
  };

  return {
    /** Begins a session for the origin of a request. Returns it with the value of its cookie. */
    begin: async (
      headers: IncomingHttpHeaders,
    ): Promise<{ readonly session: Session; readonly id: string }> => {
      const id = randomBytes(32).toString('base64url');
      const csrf = randomBytes(32).toString('base64url');
      const { origin } = seenAddress(headers);
      const session = { key: hash(id), csrf, origin, expiresAt: machine.now() + idleMs };
      for (const { key } of (await live()).slice(0, 1 - most)) await table.delete(key);
      await table.add(session.key, JSON.stringify(session));
      return { session, id };
    },
    /** Returns the session of the cookie of a request, and prolongs it. Undefined if there is none at this origin. */
    find: async (headers: IncomingHttpHeaders): Promise<Session | undefined> => {
      const keys = sessionCookies(headers).map(hash);
      if (keys.length === 0) return undefined;
      const { origin } = seenAddress(headers);
      const found = (await live()).find((one) => keys.includes(one.key) && one.origin === origin);
      if (found === undefined) return undefined;
      const session = { ...found, expiresAt: machine.now() + idleMs };
      await table.replace(session.key, JSON.stringify(session));
      return session;
    },
    end: ({ key }: Session) => table.delete(key),
    /** Returns a signal that aborts when a session has ended, or `until` aborts. */
    ended: (session: Session, until: AbortSignal): AbortSignal => {
      const over = new AbortController();
      const look = async (): Promise<void> => {
        while (!until.aborted && (await live()).some(({ key }) => key === session.key))
          await machine.sleep(lookMs, until);
      };
      // Without its store, a stream ends too.
      void look().then(
        () => over.abort(),
        () => over.abort(),
      );
      return over.signal;
    },
    /** Whether a request has the header that a change with the cookie of a session needs. */
    allowsChange: ({ csrf }: Session, headers: IncomingHttpHeaders): boolean =>
      equalsSecret(String(headers['x-csrf-token'] ?? ''), csrf),
  };
}

function localTable() {
  const rows = new Map<string, string>();
  const add = async (key: string, value: string): Promise<void> => void rows.set(key, value);
  return {
    all: async (): Promise<ReadonlyMap<string, string>> => rows,
    add,
    replace: async (key: string, value: string): Promise<void> =>
      rows.has(key) ? add(key, value) : undefined,
    delete: async (key: string): Promise<void> => void rows.delete(key),
  };
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64');
}
