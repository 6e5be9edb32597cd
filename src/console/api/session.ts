import { createStore } from '../store.ts';

export type Session =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signed-out'; readonly reason?: string | undefined }
  | { readonly kind: 'signed-in'; readonly csrf: string };

/** The session of this browser. Its secret is in a cookie that scripts cannot read. */
export type SessionKeeper = ReturnType<typeof createSessionKeeper>;

type Outcome =
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unreachable' };

/** Creates the keeper of the session. `base` is the address of the page's directory. */
export function createSessionKeeper(base: string) {
  const session = createStore<Session>({ kind: 'unknown' });
  let isSigningOut = false;
  const open = async (init: RequestInit): Promise<Outcome> => {
    const response = await fetch(`${base}session`, init).catch(() => undefined);
    if (response === undefined) return { kind: 'unreachable' };
    const body = await response.json().catch(() => ({}));
    if (!response.ok) return { kind: 'refused', message: body.message ?? `HTTP ${response.status}` };
    session.set({ kind: 'signed-in', csrf: body.csrf });
    return { kind: 'opened' };
  };
  const end = (reason?: string): void => {
    session.set({ kind: 'signed-out', reason });
  };
  /** Ends the session in this page because the simulator no longer accepts it. A request may show that during a sign-out. */
  const lose = (): void => {
    if (session.get().kind === 'signed-in' && !isSigningOut)
      end('Your session has ended. Sign in again to go on.');
  };
  const post = (body: object) => open({ method: 'POST', headers: json, body: JSON.stringify(body) });
  return {
    session,
    lose,
    /** Finds out whether the cookie of an earlier visit, or the one-time code of a link, is valid. */
    async resume(code: string | undefined): Promise<void> {
      const existing = await open({});
      if (existing.kind === 'unreachable') return session.set({ kind: 'unreachable' });
      if (existing.kind === 'opened') return;
      if (code === undefined) return end();
      const outcome = await post({ code });
      if (outcome.kind !== 'opened')
        end('This link was used before or is too old. Sign in with the control token instead.');
    },
    /** Signs in with the control token. Returns why that failed, or undefined. */
    async signIn(token: string): Promise<string | undefined> {
      const outcome = await post({ token });
      if (outcome.kind === 'opened') return undefined;
      return outcome.kind === 'refused' ? outcome.message : 'The simulator does not respond.';
    },
    async signOut(): Promise<void> {
      const current = session.get();
      const headers = current.kind === 'signed-in' ? { 'X-CSRF-Token': current.csrf } : {};
      isSigningOut = true;
      await fetch(`${base}session`, { method: 'DELETE', headers }).catch(() => undefined);
      isSigningOut = false;
      end('You are signed out.');
    },
  };
}

const json = { 'Content-Type': 'application/json' };
