import { isPermanent } from '../temporary-environments.ts';
import type { LogStore } from './log-store.ts';
import type { LogPlace } from './store-calls.ts';

/**
 * Finds the keys of environments in the store. One call at a time asks for all names that came meanwhile, so that many requests
 * for unknown environments cost little, and none is refused for an answer of earlier.
 */
export class KeyLookup {
  readonly #store: Pick<LogStore, 'keysOf' | 'id'>;
  #next:
    | { readonly names: Set<string>; readonly keys: Promise<ReadonlyMap<string, string | null>> }
    | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Pick<LogStore, 'keysOf' | 'id'>) {
    this.#store = store;
  }

  /** Resolves to null if the store has no environment of this name. */
  async find(name: string): Promise<string | null> {
    const next = this.#next ?? this.#begin();
    next.names.add(name);
    return (await next.keys).get(name) ?? null;
  }

  /** Whether an environment was removed or replaced. After a loss it was not: what a process knows of it is needed. */
  async misses({ name, key, store }: LogPlace): Promise<boolean> {
    return !isPermanent(name) && (await this.find(name)) !== key && store === this.#store.id;
  }

  #begin() {
    const names = new Set<string>();
    const keys = this.#last.then(async () => {
      this.#next = undefined;
      const all = [...names];
      const found = await this.#store.keysOf(all);
      return new Map(all.map((name, at) => [name, found[at] ?? null]));
    });
    this.#last = keys.catch(() => undefined);
    this.#next = { names, keys };
    return this.#next;
  }
}
