import { splitAtSecrets } from '../../../find-secrets.ts';
import type { JournalEntry } from './journal-entry.ts';
import {
  headerFields,
  namesSecret,
  percentDecode,
  queryFields,
  readCredentials,
  splitTarget,
} from './request-fields.ts';

/** Redacts the keys in one exchange. */
export interface Redactor {
  /** What it redacts besides keys of the environment: the credentials of the request, in every spelling. */
  readonly secrets: readonly string[];
  text(text: string): string;
  header(name: string, value: string): string;
  query(query: string): string;
}

const hidden = '<redacted>';
/** A shorter text is redacted only if it is a key, so that `Bearer x` does not redact every x. */
const minGuess = 4;
/** Each secret is one search of each text; a request with more of them sends no key that works. */
const maxSecrets = 100;
const words = /[^\s"'`=&,;:?/<>()[\]{}|\\]+/g;

/**
 * Creates the redactor of an exchange. It redacts the credentials of the request everywhere, also percent-encoded and in
 * JSON; fields with names of secrets; and every word that is a key of the environment.
 */
export function createRedactor(
  entry: Pick<JournalEntry, 'rawHeaders' | 'target'>,
  ownsKey: (text: string) => boolean,
): Redactor {
  const secrets = secretsOf(entry)
    .filter((secret) => secret.length >= minGuess || (secret !== '' && ownsKey(secret)))
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    // A note on a path in upper case contains it in lower case.
    .flatMap((secret) => [secret, secret.toLowerCase()]);
  const distinct = [...new Set(secrets)];
  const hideKeys = (piece: string): string =>
    piece.replace(words, (word) => (ownsKey(word) || isEncodedKey(word, ownsKey) ? hidden : word));
  const text = (given: string): string => splitAtSecrets(given, distinct).map(hideKeys).join(hidden);
  return {
    secrets: distinct,
    text,
    header: (name, value) => redactHeader(name, value, text),
    query: (query) =>
      query === '' ? '' : `?${queryFields(query).map(redactField(text, ownsKey)).join('&')}`,
  };
}

function secretsOf({ rawHeaders, target }: Pick<JournalEntry, 'rawHeaders' | 'target'>): readonly string[] {
  const secrets: string[] = [];
  for (const [name, value] of headerFields(rawHeaders)) {
    if (name.toLowerCase() === 'authorization') {
      const { rest } = readCredentials(value);
      secrets.push(rest, rest.trim(), rest.replace(/^["'<]+|["'>]+$/g, ''), ...rest.split(/\s/));
    } else if (namesSecret(name)) secrets.push(value);
  }
  for (const [name, value] of queryFields(splitTarget(target).query))
    if (namesSecret(percentDecode(name)) && value !== undefined) secrets.push(value, percentDecode(value));
  return [...new Set(secrets)].slice(0, maxSecrets);
}

function isEncodedKey(word: string, ownsKey: (text: string) => boolean): boolean {
  return word.includes('%') && ownsKey(percentDecode(word));
}

function redactHeader(name: string, value: string, text: (given: string) => string): string {
  if (value === '') return value;
  if (/^(?:proxy-)?authorization$/i.test(name)) {
    const { scheme, rest } = readCredentials(value);
    if (scheme === undefined) return hidden;
    return rest === '' ? scheme : `${scheme} ${hidden}`;
  }
  return namesSecret(name) ? hidden : text(value);
}

function redactField(text: (given: string) => string, ownsKey: (text: string) => boolean) {
  return ([name, value]: readonly [string, string | undefined]): string => {
    if (value === undefined) return text(name);
    const isSecret = namesSecret(percentDecode(name)) || ownsKey(percentDecode(value));
    return `${text(name)}=${isSecret ? hidden : text(value)}`;
  };
}
