import { type Caller, ControlApiError, createCaller } from '../../client/caller.ts';
import type { SessionKeeper } from './session.ts';

/**
 * Creates a caller of the control API that is authorized by the cookie of the session. A response 401 ends the session
 * in the page, so that the user can sign in again where they are.
 */
export function createApi(base: string, { session, lose }: SessionKeeper): Caller {
  const send: typeof fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    // The page never has the token: the cookie has taken its place.
    headers.delete('Authorization');
    const current = session.get();
    const changes = init.method !== 'GET';
    if (changes && current.kind === 'signed-in') headers.set('X-CSRF-Token', current.csrf);
    const response = await fetch(input, { ...init, headers });
    if (response.status === 401) lose();
    return response;
  };
  return createCaller({ url: base, token: '', fetch: send });
}

export function messageOf(error: unknown): string {
  if (error instanceof ControlApiError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
