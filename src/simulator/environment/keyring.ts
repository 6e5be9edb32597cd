import { createSecrets, type Secrets } from '../../secrets/secrets.ts';
import type { ApiKeys } from './api-keys.ts';

/**
 * Returns a function that returns the keys of all environments as secrets. New keys have a search of their own, and searches of
 * similar size become one: an environment that is added costs little, and a text is searched a few times however many there are.
 *
 * @param others secrets that are hidden with them
 */
export function createKeyring(
  all: () => readonly Pick<ApiKeys, 'texts'>[],
  others: readonly string[] = [],
): () => Secrets {
  let seen: readonly (readonly string[])[] = [];
  let searches: { readonly texts: readonly string[]; readonly secrets: Secrets }[] = [];
  let secrets = createSecrets(others);
  return () => {
    const now = all().map(({ texts }) => texts);
    if (now.length === seen.length && now.every((texts, at) => texts === seen[at])) return secrets;
    seen = now;
    const keys = new Set(now.flat());
    // The keys that are gone stay hidden until they are most.
    if (searches.reduce((sum, { texts }) => sum + texts.length, 0) > 2 * keys.size + 100) searches = [];
    let texts = [...keys].filter((key) => !searches.some((one) => one.secrets.has(key)));
    if (texts.length === 0) return secrets;
    while ((searches.at(-1)?.texts.length ?? Number.POSITIVE_INFINITY) <= 2 * texts.length)
      texts = [...texts, ...(searches.pop()?.texts ?? [])];
    searches.push({ texts, secrets: createSecrets(texts) });
    secrets = createSecrets(others, ...searches.map((one) => one.secrets));
    return secrets;
  };
}
