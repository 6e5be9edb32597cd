import { isOrdinary, percentDecode, secretsOf } from '../../../secrets/of-request.ts';
import { createSecrets, type Secrets } from '../../../secrets/secrets.ts';
import type { ForwardedRequest } from '../proxied-exchange.ts';

/** A shorter text is most likely a word, and hiding it would hide half of a response. */
const shortest = 6;
const maxPossible = 200;
const maxBodyBytes = 64 * 1024;

/** Returns the words of a text that could be secrets: as written, and without percent encoding. */
function wordsOf(text: string): readonly string[] {
  return [text, percentDecode(text)].flatMap((form) => form.split(/[\s"'`=&,;:?/<>()[\]{}|\\@#]+/));
}

function isSecret(text: string): boolean {
  return text.length >= shortest && !isOrdinary(text) && !/^[-+.0-9]+$/.test(text);
}

/** Returns the credentials of a request, and every word of it that is no ordinary one. */
export function secretsOfRequest(request: ForwardedRequest) {
  const { method, target, rawHeaders, content } = request;
  const credentials = new Set(secretsOf(request).filter(isSecret));
  const body = content.kept?.subarray(0, maxBodyBytes).toString('utf8') ?? '';
  const prefixed = rawHeaders.map(([name]) => name.replace(/^x-/i, ''));
  const texts = [target, method, ...rawHeaders.flat(), ...prefixed, body];
  const possible = new Set(texts.flatMap(wordsOf).filter((word) => isSecret(word) && !credentials.has(word)));
  return {
    /** Keys, tokens and cookies: a later response may repeat them, too. */
    credentials: [...credentials],
    /** Everything else that could be one: only its own response is searched for it. */
    possible: [...possible].slice(0, maxPossible),
  };
}

/** How many credentials are remembered: those that requests had last. */
const maxCredentials = 200;

/** Keeps the credentials that requests had, only in memory. */
export function createSecretStore() {
  const known = new Set<string>();
  let credentials = createSecrets(known);
  return {
    /** Remembers the credentials of a request. Returns its secrets, together with the credentials of other requests. */
    add(request: ForwardedRequest): Secrets {
      const secrets = secretsOfRequest(request);
      const isNew = secrets.credentials.some((credential) => !known.has(credential));
      for (const credential of secrets.credentials) {
        known.delete(credential);
        known.add(credential);
      }
      for (const oldest of known) {
        if (known.size <= maxCredentials) break;
        known.delete(oldest);
      }
      if (isNew) credentials = createSecrets(known);
      return createSecrets(secrets.possible, credentials);
    },
    get credentials(): Secrets {
      return credentials;
    },
  };
}
