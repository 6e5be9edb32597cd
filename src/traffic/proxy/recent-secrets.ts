import { secretsOf } from '../../secrets/of-request.ts';
import { createSecrets, type Secrets } from '../../secrets/secrets.ts';
import type { ForwardedRequest } from './proxied-exchange.ts';

/** A response may repeat the credential of an earlier request: those of so many exchanges are hidden. */
const mostExchanges = 21;
/** A shorter text is most likely a word. */
const shortest = 6;

/** Remembers the credentials of the last exchanges, only in memory. */
export function createRecentSecrets() {
  const recent: Secrets[] = [];
  const all = (): Secrets => createSecrets([], ...recent);
  return {
    /** Adds the credentials of a request. Returns them with those of the exchanges before. */
    add(request: ForwardedRequest): Secrets {
      const credentials = secretsOf(request).filter(
        (text) => text.length >= shortest && !/^[-+.0-9]+$/.test(text),
      );
      const same = recent.findIndex((one) => credentials.length > 0 && credentials.every(one.has));
      // Most clients send the same key again and again.
      const own = same < 0 ? createSecrets(credentials) : recent.splice(same, 1)[0];
      if (own !== undefined) recent.push(own);
      if (recent.length > mostExchanges) recent.shift();
      return all();
    },
    all,
  };
}
