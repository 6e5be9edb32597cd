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
  /** Returns a name for the text of a key, also of a revoked one: those at the start are `key-1`, `key-2`, … Undefined for other texts. */
  aliasOf(token: string): string | undefined;
  /** Hides the keys of all environments in what is shown. */
  readonly secrets: Secrets;
  /** Hides the revoked keys too. */
  readonly allSecrets: Secrets;
  /** The texts of the keys, only to hide them: another array after each change. */
  readonly texts: readonly string[];
  /** Returns every key that was not revoked, oldest first. */
  all(): readonly ApiKeyEntry[];
  /** Adds a key. A known key keeps its id and gets the new expiry. */
  add(key: string, expiresAt?: number): ApiKeyEntry;
  /** Removes a key by its id. Returns undefined if there is none. */
  revoke(id: string): ApiKeyEntry | undefined;
  /** The keys as a value: another one after each change. Setting an earlier one restores it. */
  saved: SavedKeys;
}

/** How many texts of keys are remembered after they were revoked. */
const mostRemembered = 10_000;

type Held = { readonly id: string; readonly text: string; readonly expiresAt: number | undefined };

/** All keys, and how many were added so far. */
export type SavedKeys = { readonly held: readonly Held[]; readonly added: number };

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
  let saved: SavedKeys = { held: [], added: 0 };
  let texts: readonly string[] = [];
  /** By text; also of keys that were revoked. */
  const aliases = new Map<string, string>();
  let named = 0;
  const entryOf = ({ id, expiresAt }: Held): ApiKeyEntry => ({ id, expiresAt, expired: isPast(expiresAt) });
  const isPast = (at: number | undefined): boolean => at !== undefined && at <= now();
  const change = (next: SavedKeys): void => {
    saved = next;
    texts = next.held.map(({ text }) => text);
  };
  const remember = (key: string): void => {
    if (aliases.has(key)) return;
    const [oldest = ''] = aliases.size < mostRemembered ? [] : aliases.keys();
    aliases.delete(oldest);
    aliases.set(key, `key-${++named}`);
  };
  const add = (key: string, expiresAt?: number): ApiKeyEntry => {
    remember(key);
    const { held, added } = saved;
    const at = held.findIndex(({ text }) => equalsSecret(key, text));
    const one: Held = { id: held[at]?.id ?? `key-${added + 1}`, text: key, expiresAt };
    if (at < 0) change({ held: [...held, one], added: added + 1 });
    else saved = { held: held.with(at, one), added };
    return entryOf(one);
  };
  for (const key of keys) add(key);
  return {
    accepts: (token) => {
      let accepted = false;
      for (const { text, expiresAt } of saved.held)
        accepted = (equalsSecret(token, text) && !isPast(expiresAt)) || accepted;
      return accepted;
    },
    idOf: (token) => saved.held.filter(({ text }) => equalsSecret(token, text))[0]?.id,
    aliasOf: (token) => aliases.get(token),
    get secrets() {
      return allSecrets?.() ?? createSecrets(texts);
    },
    get allSecrets() {
      return createSecrets(aliases.keys(), allSecrets?.() ?? createSecrets([]));
    },
    get texts() {
      return texts;
    },
    all: () => saved.held.map(entryOf),
    add,
    revoke: (id) => {
      const { held, added } = saved;
      const revoked = held.find((one) => one.id === id);
      if (revoked === undefined) return undefined;
      change({ held: held.filter((one) => one !== revoked), added });
      return entryOf(revoked);
    },
    get saved() {
      return saved;
    },
    set saved(next) {
      change(next);
    },
  };
}
