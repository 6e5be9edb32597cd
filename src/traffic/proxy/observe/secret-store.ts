import { createRedaction, type Redaction } from '../../../report/redaction.ts';
import { createPlainRedaction, formsOf } from './plain-redaction.ts';
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
const maxCredentials = 200;
/** How many of these, the last ones, are searched in every form that `redactReport` knows. A pattern needs most of a megabyte. */
const maxPatterns = 16;

/** Creates a store without credentials. */
export function createSecretStore(): SecretStore {
  const forms = new Map<string, readonly string[]>();
  const patterns = new Map<string, Redaction>();
  const remember = (credential: string): void => {
    moveToEnd(forms, credential, maxCredentials, formsOf);
    moveToEnd(patterns, credential, maxPatterns, (key) => createRedaction([key]));
  };
  return {
    add({ credentials, possible }) {
      for (const credential of credentials) remember(credential);
      let redactions: readonly Redaction[] | undefined;
      const all = (): readonly Redaction[] => {
        redactions ??= [
          createPlainRedaction(
            [...forms.keys(), ...possible],
            [...[...forms.values()].flat(), ...possible.flatMap(formsOf)],
          ),
          ...patterns.values(),
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
      return [...patterns.keys()];
    },
  };
}

/** Makes a key the last one of a map, and removes the first one if there are more than `most`. */
function moveToEnd<Value>(
  map: Map<string, Value>,
  key: string,
  most: number,
  create: (key: string) => Value,
): void {
  const value = map.get(key) ?? create(key);
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
