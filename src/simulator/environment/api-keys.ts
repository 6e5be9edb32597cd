import { equalsSecret } from '../../authorization.ts';
import { createSecrets, type Secrets } from '../../secrets/secrets.ts';

/** An API key without its text. */
export type ApiKeyEntry = {
  /** `key-1`, `key-2`, … in the order of addition. */
  readonly id: string;
  /** Milliseconds since 1970 on the environment's clock; undefined if the key does not expire. */
  readonly expiresAt: number | undefined;
  readonly expired: boolean;
};

/** The API keys of one environment. */
export interface ApiKeys {
  /**
   * Whether a token is a key that has not expired. Compares in constant time and always with all keys, so that the time
   * reveals neither how much of a key is right nor which key it is. Spec 5.
   */
  accepts(token: string): boolean;
  /** Returns the id of the key that equals a token, expired or not. Compares in constant time like `accepts`. */
  idOf(token: string): string | undefined;
  /** Hides the keys of all environments in what is shown. */
  readonly secrets: Secrets;
  /** The texts of the keys, only to hide them: another array after each change. */
  readonly texts: readonly string[];
  /** Returns every key that was not revoked, oldest first. */
  all(): readonly ApiKeyEntry[];
  /** Adds a key. A known key keeps its id and gets the new expiry. */
  add(key: string, expiresAt?: number): ApiKeyEntry;
  /** Removes a key by its id. Returns undefined if there is none. */
  revoke(id: string): ApiKeyEntry | undefined;
}

type Held = { readonly id: string; readonly text: string; expiresAt: number | undefined };

/**
 * Creates API keys that expire on the environment's clock `now`. Spec 5.5 shows no lifetime.
 *
 * @param allSecrets returns the keys of all environments; default: these keys
 */
export function createApiKeys(
  keys: Iterable<string>,
  now: () => number = () => 0,
  allSecrets?: () => Secrets,
): ApiKeys {
  const held: Held[] = [];
  let texts: readonly string[] = [];
  let added = 0;
  const entryOf = ({ id, expiresAt }: Held): ApiKeyEntry => ({ id, expiresAt, expired: isPast(expiresAt) });
  const isPast = (at: number | undefined): boolean => at !== undefined && at <= now();
  const add = (key: string, expiresAt?: number): ApiKeyEntry => {
    let one = held.find(({ text }) => equalsSecret(key, text));
    if (one === undefined) {
      one = { id: `key-${++added}`, text: key, expiresAt };
      held.push(one);
      texts = [...texts, key];
    }
    one.expiresAt = expiresAt;
    return entryOf(one);
  };
  for (const key of keys) add(key);
  return {
    accepts: (token) => {
      let accepted = false;
      for (const { text, expiresAt } of held)
        accepted = (equalsSecret(token, text) && !isPast(expiresAt)) || accepted;
      return accepted;
    },
    idOf: (token) => held.filter(({ text }) => equalsSecret(token, text))[0]?.id,
    get secrets() {
      return allSecrets?.() ?? createSecrets(texts);
    },
    get texts() {
      return texts;
    },
    all: () => held.map(entryOf),
    add,
    revoke: (id) => {
      const at = held.findIndex((one) => one.id === id);
      const [revoked] = at < 0 ? [] : held.splice(at, 1);
      texts = held.map(({ text }) => text);
      return revoked === undefined ? undefined : entryOf(revoked);
    },
  };
}
