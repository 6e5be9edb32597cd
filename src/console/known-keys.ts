import { useEffect } from 'preact/hooks';
import { useResource } from './api/use-resource.ts';
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

const settingOf = { production: 'apiKey', staging: 'stagingApiKey' } as const;

/** Adds the keys of production and staging that are defaults, and no secret. */
export function useDefaultKeys({ keys, add }: KnownKeys): void {
  const { data } = useResource('GET /settings');
  useEffect(() => {
    for (const [environment, name] of Object.entries(settingOf)) {
      const setting = data?.settings.find(({ key }) => key === name);
      const [value] = setting?.source === 'default' ? setting.value.split(',') : [];
      if (value !== undefined && keys.get()[environment] === undefined) add(environment, value);
    }
  }, [data]);
}
