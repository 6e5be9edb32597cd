import { useEffect } from 'preact/hooks';
import { useResource } from '../api/use-resource.ts';
import type { KnownKeys } from '../known-keys.ts';

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
