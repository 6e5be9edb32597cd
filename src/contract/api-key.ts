import { randomBytes } from 'node:crypto';
import type { RequestKey } from './exchange.ts';

/** Returns the value of the Authorization header for a key, or undefined for no header. */
export function authorization(key: RequestKey, apiKey: string): string | undefined {
  switch (key.kind) {
    case 'none':
      return undefined;
    case 'valid':
      return `${key.scheme ?? 'Bearer'} ${apiKey}`;
    case 'invalid':
      return invalidAuthorization(key.how, apiKey);
  }
}

type How = (RequestKey & { kind: 'invalid' })['how'];

function invalidAuthorization(how: How, apiKey: string): string {
  switch (how) {
    case 'empty':
      return 'Bearer ';
    case 'one-character-less':
      return `Bearer ${apiKey.length > 1 ? apiKey.slice(0, -1) : randomKey(apiKey)}`;
    case 'one-character-more':
      return `Bearer ${apiKey}x`;
    case 'other-case':
      return `Bearer ${swapCase(apiKey) === apiKey ? randomKey(apiKey) : swapCase(apiKey)}`;
    case 'random':
      return `Bearer ${randomKey(apiKey)}`;
    case 'other-scheme':
      return `Basic ${Buffer.from(apiKey).toString('base64')}`;
    case 'key-as-basic':
      return `Basic ${apiKey}`;
    case 'key-as-token':
      return `Token ${apiKey}`;
    case 'no-scheme':
      return apiKey;
  }
}

function swapCase(text: string): string {
  return text.replace(/[a-z]+|[A-Z]+/g, (letters) =>
    letters < 'a' ? letters.toLowerCase() : letters.toUpperCase(),
  );
}

function randomKey(apiKey: string): string {
  const key = randomBytes(16).toString('hex');
  return key === apiKey ? `${key}0` : key;
}
