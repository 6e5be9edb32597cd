/** The header fields of names and values in turns, as they came. */
export function headerFields(
  rawHeaders: readonly string[],
): readonly (readonly [name: string, value: string])[] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
}

/** The values of every header field with a name, in lower case, as they came. */
export function headerValues(rawHeaders: readonly string[], name: string): readonly string[] {
  return headerFields(rawHeaders).flatMap((field) => (field[0].toLowerCase() === name ? [field[1]] : []));
}

const absoluteForm = /^https?:\/\/[^/?#]*/i;

/** A request target in two parts; the query with its question mark, empty for none. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const origin = target.replace(absoluteForm, '');
  const mark = origin.indexOf('?');
  return mark < 0 ? { path: origin, query: '' } : { path: origin.slice(0, mark), query: origin.slice(mark) };
}

/** Names and values of a query, as they were sent; a value is undefined where there is no equals sign. */
export function queryFields(query: string): readonly (readonly [name: string, value: string | undefined])[] {
  return query
    .slice(1)
    .split('&')
    .filter((field) => field !== '')
    .map((field) => {
      const equals = field.indexOf('=');
      return equals < 0 ? [field, undefined] : [field.slice(0, equals), field.slice(equals + 1)];
    });
}

/** Undoes percent-encoding; a text in which it is malformed stays as it is. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const secretNames = /key|token|secret|passw|credential|cookie|auth/i;

/** Whether a header field or a query parameter of this name is likely to carry a key. */
export function namesSecret(name: string): boolean {
  return secretNames.test(name) && name.toLowerCase() !== 'idempotency-key';
}

/** What stands in an Authorization header: the scheme, where it is a known one, and the rest. */
export type Credentials = { readonly scheme: string | undefined; readonly rest: string };

const knownScheme = /^(bearer|basic|digest|token|apikey|api-key|key|negotiate)(?: +(.*))?$/is;

/** Reads an Authorization header field. */
export function readCredentials(value: string): Credentials {
  const known = knownScheme.exec(value);
  return known === null ? { scheme: undefined, rest: value } : { scheme: known[1], rest: known[2] ?? '' };
}
