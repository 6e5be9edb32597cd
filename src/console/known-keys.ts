import { createStore, type Store } from './store.ts';

/** API keys by environment. The simulator shows a key only once, so the page keeps it until it is closed. */
export type KnownKeys = {
  readonly keys: Store<Readonly<Record<string, string>>>;
  add(environment: string, key: string): void;
};

/** Creates an empty collection of keys. */
export function createKnownKeys(): KnownKeys {
  const keys = createStore<Readonly<Record<string, string>>>({});
  return { keys, add: (environment, key) => keys.set({ ...keys.get(), [environment]: key }) };
}
