import { bearerTokenOf, equalsSecret } from '../../authorization.ts';
import { createSecrets, type Secrets } from '../../secrets/secrets.ts';

/** An API key without its text. */
export type ApiKeyEntry = {
  /** `key-1`, `key-2`, … in the order of addition. */
  readonly id: string;
  /** Milliseconds since 1970 on the environment's clock; undefined if the key does not expire. */
  readonly expiresAt: number | undefined;
  readonly expired: boolean;
};

type Held = { readonly id: string; readonly text: string; readonly expiresAt: number | undefined };

/** All keys, and how many were added so far. */
export type SavedKeys = { readonly held: readonly Held[]; readonly added: number };

/** The API keys of one environment. They expire on its clock. Spec 5.5 shows no lifetime. */
export class ApiKeys {
  readonly #now: () => number;
  #saved: SavedKeys = { held: [], added: 0 };
  /** Hides these keys. */
  secrets: Secrets = createSecrets([]);

  constructor(keys: Iterable<string>, now: () => number = () => 0) {
    this.#now = now;
    for (const key of keys) this.add(key);
  }

  /** The keys as a value: another one after each change. Setting an earlier one restores it. */
  get saved(): SavedKeys {
    return this.#saved;
  }

  set saved(next: SavedKeys) {
    this.#saved = next;
    this.secrets = createSecrets(next.held.map(({ text }) => text));
  }

  /**
   * Whether a token is a key that has not expired. Compares in constant time and always with all keys, so that the time
   * reveals neither how much of a key is right nor which key it is. Spec 5.
   */
  accepts(token: string): boolean {
    let accepted = false;
    for (const { text, expiresAt } of this.#saved.held)
      accepted = (equalsSecret(token, text) && !this.#isPast(expiresAt)) || accepted;
    return accepted;
  }

  /** Returns the id of the key that equals a token, expired or not. Compares in constant time like `accepts`. */
  idOf(token: string): string | undefined {
    return this.#saved.held.filter(({ text }) => equalsSecret(token, text))[0]?.id;
  }

  /** Returns the id of the key in the Authorization headers of a request; undefined if it has none that exists now. */
  idIn(authorizations: readonly string[]): string | undefined {
    const token = bearerTokenOf(authorizations);
    return token === undefined ? undefined : this.idOf(token);
  }

  /** Returns every key that was not revoked, oldest first. */
  all(): readonly ApiKeyEntry[] {
    return this.#saved.held.map((one) => this.#entryOf(one));
  }

  /** Adds a key. A known key keeps its id and gets the new expiry. */
  add(key: string, expiresAt?: number): ApiKeyEntry {
    const { held, added } = this.#saved;
    const at = held.findIndex(({ text }) => equalsSecret(key, text));
    const one: Held = { id: held[at]?.id ?? `key-${added + 1}`, text: key, expiresAt };
    this.saved = at < 0 ? { held: [...held, one], added: added + 1 } : { held: held.with(at, one), added };
    return this.#entryOf(one);
  }

  /** Removes a key by its id. Returns undefined if there is none. */
  revoke(id: string): ApiKeyEntry | undefined {
    const { held, added } = this.#saved;
    const revoked = held.find((one) => one.id === id);
    if (revoked === undefined) return undefined;
    this.saved = { held: held.filter((one) => one !== revoked), added };
    return this.#entryOf(revoked);
  }

  #entryOf({ id, expiresAt }: Held): ApiKeyEntry {
    return { id, expiresAt, expired: this.#isPast(expiresAt) };
  }

  #isPast(at: number | undefined): boolean {
    return at !== undefined && at <= this.#now();
  }
}
