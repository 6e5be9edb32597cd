import type { RequestKey } from '../wire/exchange.ts';
import type { HarEntry } from './har-format.ts';

/** The Authorization headers of a recorded request. */
export function authorizationsOf({ request }: HarEntry): readonly string[] {
  return (request.headers ?? [])
    .filter(({ name }) => name.toLowerCase() === 'authorization')
    .map(({ value }) => value);
}

/** What must not stand in a report: each credential of a recorded request, and the whole header. */
export function secretsOf(entry: HarEntry): readonly string[] {
  return authorizationsOf(entry).flatMap((value) => {
    const credentials = /^\S+\s+(.*\S)\s*$/s.exec(value)?.[1];
    return credentials === undefined ? [value.trim()] : [credentials];
  });
}

/**
 * The key that a recorded request carried. Whether a bearer token was a key of the target, the answer alone tells: it
 * was, unless the answer is 401. Another scheme or an empty token is invalid by itself. `keysRecorded` is whether the
 * recording has any Authorization header: where it has none (exports leave them out), a missing one says nothing.
 */
export function keyOf(entry: HarEntry, keysRecorded: boolean): RequestKey {
  const refused = entry.response.status === 401;
  const [first] = authorizationsOf(entry);
  if (first === undefined) return keysRecorded || refused ? { kind: 'none' } : { kind: 'valid' };
  if (!/^bearer(?:\s|$)/i.test(first)) return { kind: 'invalid', how: 'other-scheme' };
  if (/^bearer\s*$/i.test(first)) return { kind: 'invalid', how: 'empty' };
  return refused ? { kind: 'invalid', how: 'random' } : { kind: 'valid' };
}
