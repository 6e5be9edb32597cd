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

/** The API keys of one environment. No method returns the text of a key. */
export interface ApiKeys {
  /**
   * Whether a token is a key that has not expired. Compares in constant time and always with all keys, so that the time
   * reveals neither how much of a key is right nor which key it is. Spec 5.
   */
  accepts(token: string): boolean;
  /** Returns the id of the key that equals a token, expired or not. Compares in constant time like `accepts`. */
  idOf(token: string): string | undefined;
  /** Hides the keys in what is shown. */
  readonly secrets: Secrets;
  /** Returns every key that was not revoked, oldest first. */
  all(): readonly ApiKeyEntry[];
  /** Adds a key. A known key keeps its id and gets the new expiry. */
  add(key: string, expiresAt?: number): ApiKeyEntry;
  /** Removes a key by its id. Returns undefined if there is none. */
  revoke(id: string): ApiKeyEntry | undefined;
}

type Held = { readonly id: string; readonly text: string; expiresAt: number | undefined };

/** Creates API keys that expire on the environment's clock `now`. Spec 5.5 shows no lifetime. */
export function createApiKeys(keys: Iterable<string>, now: () => number = () => 0): ApiKeys {
  const held: Held[] = [];
  let secrets: Secrets | undefined;
  let added = 0;
  const entryOf = ({ id, expiresAt }: Held): ApiKeyEntry => ({ id, expiresAt, expired: isPast(expiresAt) });
  const isPast = (at: number | undefined): boolean => at !== undefined && at <= now();
  const add = (key: string, expiresAt?: number): ApiKeyEntry => {
    let one = held.find(({ text }) => equalsSecret(key, text));
    if (one === undefined) {
      one = { id: `key-${++added}`, text: key, expiresAt };
      held.push(one);
      secrets = undefined;
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
      secrets ??= createSecrets(held.map(({ text }) => text));
      return secrets;
    },
    all: () => held.map(entryOf),
    add,
    revoke: (id) => {
      const at = held.findIndex((one) => one.id === id);
      secrets = undefined;
      const [revoked] = at < 0 ? [] : held.splice(at, 1);
      return revoked === undefined ? undefined : entryOf(revoked);
    },
  };
}
