import { createRedaction, type Redaction } from '../../shared/report/redaction.ts';
import { createPlainRedaction } from './plain-redaction.ts';
import type { RequestSecrets } from './request-secrets.ts';

/** The credentials that requests had. They are only in memory. */
export type SecretStore = {
  /**
   * Remembers the credentials of a request. Returns what removes its secrets, and the credentials of other requests, from
   * what is kept of its exchange.
   */
  add(secrets: RequestSecrets): Redaction;
  /** What `redactReport` must remove. */
  readonly credentials: readonly string[];
};

/** How many credentials are remembered: those that requests had last. */
const maxCredentials = 500;

/** Creates a store without credentials. */
export function createSecretStore(): SecretStore {
  const known = new Map<string, Redaction>();
  const remember = (credential: string): void => {
    const redaction = known.get(credential) ?? createRedaction([credential]);
    known.delete(credential);
    known.set(credential, redaction);
    const [oldest] = known.keys();
    if (known.size > maxCredentials && oldest !== undefined) known.delete(oldest);
  };
  return {
    add({ credentials, possible }) {
      for (const credential of credentials) remember(credential);
      let redactions: readonly Redaction[] | undefined;
      const all = (): readonly Redaction[] => {
        // A short secret may be a part of a longer one, which could not be found without it.
        redactions ??= [
          ...[...known].sort(([one], [other]) => other.length - one.length).map(([, redaction]) => redaction),
          createPlainRedaction(possible),
        ];
        return redactions;
      };
      return {
        text: (given) => all().reduce((rest, { text }) => text(rest), given),
        excerpt: (given) => all().reduce((rest, { excerpt }) => excerpt(rest), given),
        bytes: (given) => all().reduce((rest, { bytes }) => bytes(rest), given),
      };
    },
    get credentials() {
      return [...known.keys()];
    },
  };
}
