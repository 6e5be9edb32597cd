import { randomBytes } from 'node:crypto';
import type { RequestKey } from './exchange.ts';

/** The value of the Authorization header for a key; undefined for no header. An invalid one never carries `apiKey`. */
export function authorization(key: RequestKey, apiKey: string): string | undefined {
  switch (key.kind) {
    case 'none':
      return undefined;
    case 'valid':
      return `Bearer ${apiKey}`;
    case 'invalid':
      return key.how === 'other-scheme'
        ? `Basic ${Buffer.from(apiKey).toString('base64')}`
        : `Bearer ${invalidKey(key.how, apiKey)}`;
  }
}

type How = (RequestKey & { kind: 'invalid' })['how'];

function invalidKey(how: Exclude<How, 'other-scheme'>, apiKey: string): string {
  switch (how) {
    case 'empty':
      return '';
    case 'one-character-less':
      return apiKey.length > 1 ? apiKey.slice(0, -1) : randomKey(apiKey);
    case 'one-character-more':
      return `${apiKey}x`;
    case 'other-case':
      return otherCase(apiKey) === apiKey ? randomKey(apiKey) : otherCase(apiKey);
    case 'random':
      return randomKey(apiKey);
  }
}

/** The text with the case of each ASCII letter turned round. */
function otherCase(text: string): string {
  return text.replace(/[a-z]+|[A-Z]+/g, (letters) =>
    letters < 'a' ? letters.toLowerCase() : letters.toUpperCase(),
  );
}

function randomKey(apiKey: string): string {
  const key = randomBytes(16).toString('hex');
  return key === apiKey ? `${key}0` : key;
}
