import { equalsSecret } from './constant-time.ts';

/** What may be told of an API key: never its text. */
export type ApiKeyEntry = {
  /** `key-1`, `key-2`, … in the order of adding. */
  readonly id: string;
  /** Milliseconds since 1970 on the environment's clock; undefined for a key that does not expire. */
  readonly expiresAt: number | undefined;
  readonly expired: boolean;
};

/** The API keys of one environment. Nothing that is told of them has a key's text. */
export interface ApiKeys {
  /**
   * Whether a token is one of the keys and has not expired. Compares in constant time, and with all of them always, so
   * that the time tells neither how much of a key was right nor which key it was. Spec 5.
   */
  accepts(token: string): boolean;
  /** The id of the key that a token is, expired or not; compares in constant time as `accepts` does. */
  idOf(token: string): string | undefined;
  /** Every key that has not been revoked, the oldest first. */
  all(): readonly ApiKeyEntry[];
  /** Adds a key; one that is there already keeps its id and takes the new expiry. */
  add(key: string, expiresAt?: number): ApiKeyEntry;
  /** Takes a key away by its id; undefined where there is none. */
  revoke(id: string): ApiKeyEntry | undefined;
}

type Held = { readonly id: string; readonly text: string; expiresAt: number | undefined };

/** Holds API keys; `now` is the environment's clock, on which they expire. Spec 5.5 shows no lifetime. */
export function createApiKeys(keys: Iterable<string>, now: () => number = () => 0): ApiKeys {
  const held: Held[] = [];
  let added = 0;
  const entryOf = ({ id, expiresAt }: Held): ApiKeyEntry => ({ id, expiresAt, expired: isPast(expiresAt) });
  const isPast = (at: number | undefined): boolean => at !== undefined && at <= now();
  const add = (key: string, expiresAt?: number): ApiKeyEntry => {
    let one = held.find(({ text }) => equalsSecret(key, text));
    if (one === undefined) {
      one = { id: `key-${++added}`, text: key, expiresAt };
      held.push(one);
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
    all: () => held.map(entryOf),
    add,
    revoke: (id) => {
      const at = held.findIndex((one) => one.id === id);
      const [revoked] = at < 0 ? [] : held.splice(at, 1);
      return revoked === undefined ? undefined : entryOf(revoked);
    },
  };
}
