/** Puts asterisks in place of a key, character by character, so that positions stay. */
export type HideKey = (text: string) => string;

// A shorter key cannot be hidden without hiding half of every text.
const shortest = 4;

/**
 * Hides `apiKey` and everything that a checker makes of it (base64, one character less), in any case, as it is, as JSON
 * and as part of a URL writes it. A key of fewer than 4 characters is not hidden.
 */
export function createHideKey(apiKey: string): HideKey {
  const forms = [apiKey, apiKey.slice(0, -1), Buffer.from(apiKey).toString('base64')];
  const written = forms.flatMap((form) => [
    form,
    JSON.stringify(form).slice(1, -1),
    encodeURIComponent(form),
  ]);
  const secrets = [...new Set(written)]
    .filter((secret) => secret.length >= shortest)
    .sort((one, other) => other.length - one.length)
    .map((secret) => secret.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  if (secrets.length === 0) return (text) => text;
  const pattern = new RegExp(secrets.join('|'), 'gi');
  return (text) => text.replace(pattern, (secret) => '*'.repeat(secret.length));
}
