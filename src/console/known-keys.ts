import { createStore } from './store.ts';

/** API keys by environment. The simulator shows a key only once, so the page keeps it until it is closed. */
export type KnownKeys = ReturnType<typeof createKnownKeys>;

export function createKnownKeys() {
  const keys = createStore<Readonly<Record<string, string>>>({});
  const add = (environment: string, key: string): void => keys.set({ ...keys.get(), [environment]: key });
  return { keys, add };
}
