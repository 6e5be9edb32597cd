import type { Body } from '../../../control-api.ts';
import { namesSecret, percentDecode, secretsOf } from '../../../secrets/of-request.ts';
import { createSecrets, redacted, type Secrets } from '../../../secrets/secrets.ts';
import type { JournalEntry } from './journal-entry.ts';
import { headerFields, queryFields, readCredentials, splitTarget } from './request-fields.ts';

/** Hides the keys of an environment and the credentials of a request in what is shown of its exchange. */
export type Redactor = Pick<Secrets, 'hide' | 'hideBytes'> & {
  header(name: string, value: string): string;
  query(query: string): string;
  /** Returns the target of the request. */
  target(): string;
};

/** A shorter text is hidden only if it is a key, so that `Bearer x` does not hide every x. */
const minGuess = 4;

export function createRedactor(
  { rawHeaders, target }: Pick<JournalEntry, 'rawHeaders' | 'target'>,
  keys: Secrets,
): Redactor {
  const sent = secretsOf({ target, rawHeaders: headerFields(rawHeaders) });
  const guesses = sent.filter((text) => text.length >= minGuess);
  const { hide, hideBytes } = createSecrets(guesses, keys);
  const query = (given: string): string => {
    const fields = queryFields(given).map(([name, value]) => {
      if (value === undefined) return hide(name);
      return `${hide(name)}=${namesSecret(percentDecode(name)) ? redacted : hide(value)}`;
    });
    return fields.length === 0 ? '' : `?${fields.join('&')}`;
  };
  return {
    hide,
    hideBytes,
    header: (name, value) => hideInHeader(name, value, hide),
    query,
    target: () => {
      const parts = splitTarget(target);
      return hide(parts.path) + query(parts.query);
    },
  };
}

function hideInHeader(name: string, value: string, hide: Secrets['hide']): string {
  if (value === '') return value;
  if (/^(?:proxy-)?authorization$/i.test(name)) {
    const { scheme, rest } = readCredentials(value);
    if (scheme === undefined) return redacted;
    return rest === '' ? scheme : `${scheme} ${redacted}`;
  }
  return namesSecret(name) ? redacted : hide(value);
}

/** Converts the kept part of a body of `length` bytes. Returns undefined if the body is empty. */
export function showBody(
  kept: string | Buffer | undefined,
  length: number,
  redactor: Pick<Secrets, 'hide' | 'hideBytes'>,
): Body | undefined {
  if (length === 0) return undefined;
  if (kept === undefined) return { length, truncated: true };
  const bytes = typeof kept === 'string' ? Buffer.from(kept) : kept;
  const truncated = bytes.length < length;
  const text = readUtf8(bytes, truncated);
  if (text !== undefined)
    return { length, truncated, text: redactor.hide(truncated ? text.replace(lastWord, '…') : text) };
  return { length, truncated, base64: redactor.hideBytes(bytes).toString('base64') };
}

/** The last word of a truncated text may be a part of a key, which the redactor cannot recognize. */
const lastWord = /[^\s"'`=&,;:?/<>()[\]{}|\\]*$/;

/** Decodes UTF-8, without an incomplete character at the end. Returns undefined if the bytes are not UTF-8. */
function readUtf8(bytes: Buffer, truncated: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: truncated });
  } catch {
    return undefined;
  }
}
