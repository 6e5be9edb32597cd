import { createSecrets, type Secrets } from '../../../secrets/secrets.ts';
import type { RequestSecrets } from './request-secrets.ts';

/** How many credentials are remembered: those that requests had last. */
const maxCredentials = 200;

/** Keeps the credentials that requests had, only in memory. */
export function createSecretStore() {
  const known = new Set<string>();
  let credentials = createSecrets(known);
  return {
    /** Remembers the credentials of a request. Returns its secrets, together with the credentials of other requests. */
    add(secrets: RequestSecrets): Secrets {
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
