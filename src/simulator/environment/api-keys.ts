import { equalsSecret } from '../../authorization.ts';

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
  /** Returns every key that was not revoked, oldest first. */
  all(): readonly ApiKeyEntry[];
  /** Adds a key. A known key keeps its id and gets the new expiry. */
  add(key: string, expiresAt?: number): ApiKeyEntry;
  /** Removes a key by its id. Returns undefined if there is none. */
  revoke(id: string): ApiKeyEntry | undefined;
}

/** The keys of an environment as data. */
export type SavedKeys = {
  /** The digest of each key, or its text if it is kept without a digest. */
  readonly held: readonly {
    readonly id: string;
    readonly text: string;
    readonly expiresAt: number | undefined;
  }[];
  /** How many were added so far. */
  readonly added: number;
};

/** How keys are kept. */
export type KeyOptions = {
  /** Returns what is kept of a key instead of its text. Default: the text. */
  readonly digest?: (key: string) => string;
  /** The keys to begin with, kept already. */
  readonly saved?: SavedKeys;
};

/** Keys that can be saved. */
export type SavableKeys = ApiKeys & { save(): SavedKeys };

type Held = { readonly id: string; readonly text: string; expiresAt: number | undefined };

/** Creates API keys that expire on the environment's clock `now`. Spec 5.5 shows no lifetime. */
export function createApiKeys(
  keys: Iterable<string>,
  now: () => number = () => 0,
  { digest = (key) => key, saved }: KeyOptions = {},
): SavableKeys {
  const held: Held[] = saved?.held.map((one) => ({ ...one })) ?? [];
  let added = saved?.added ?? 0;
  const entryOf = ({ id, expiresAt }: Held): ApiKeyEntry => ({ id, expiresAt, expired: isPast(expiresAt) });
  const isPast = (at: number | undefined): boolean => at !== undefined && at <= now();
  const add = (key: string, expiresAt?: number): ApiKeyEntry => {
    const kept = digest(key);
    let one = held.find(({ text }) => equalsSecret(kept, text));
    if (one === undefined) {
      one = { id: `key-${++added}`, text: kept, expiresAt };
      held.push(one);
    }
    one.expiresAt = expiresAt;
    return entryOf(one);
  };
  for (const key of keys) add(key);
  return {
    accepts: (token) => {
      let accepted = false;
      const kept = digest(token);
      for (const { text, expiresAt } of held)
        accepted = (equalsSecret(kept, text) && !isPast(expiresAt)) || accepted;
      return accepted;
    },
    idOf: (token) => {
      const kept = digest(token);
      return held.filter(({ text }) => equalsSecret(kept, text))[0]?.id;
    },
    all: () => held.map(entryOf),
    add,
    revoke: (id) => {
      const at = held.findIndex((one) => one.id === id);
      const [revoked] = at < 0 ? [] : held.splice(at, 1);
      return revoked === undefined ? undefined : entryOf(revoked);
    },
    save: () => ({ held: held.map((one) => ({ ...one })), added }),
  };
}
