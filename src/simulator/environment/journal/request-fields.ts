/** Pairs alternating header names and values. */
export function headerFields(
  rawHeaders: readonly string[],
): readonly (readonly [name: string, value: string])[] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
}

/** Returns the values of every header field with a name, which is given in lower case. */
export function headerValues(rawHeaders: readonly string[], name: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? '';
    if (given.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}

const absoluteForm = /^https?:\/\/[^/?#]*/i;

/** Splits a request target into its path and its query; the query includes its question mark, or is empty. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const origin = target.replace(absoluteForm, '');
  const mark = origin.indexOf('?');
  return mark < 0 ? { path: origin, query: '' } : { path: origin.slice(0, mark), query: origin.slice(mark) };
}

/** Returns the names and values of a query as sent; a value is undefined if there is no equals sign. */
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

/** The value of an Authorization header: the scheme, if it is a known one, and the rest. */
export type Credentials = { readonly scheme: string | undefined; readonly rest: string };

const knownScheme = /^(bearer|basic|digest|token|apikey|api-key|key|negotiate)(?: +(.*))?$/is;

export function readCredentials(value: string): Credentials {
  const known = knownScheme.exec(value);
  return known === null ? { scheme: undefined, rest: value } : { scheme: known[1], rest: known[2] ?? '' };
}

/** The maximum number of characters that the journal shows of a `traceparent`. A valid one has 55. */
export const longestTraceParent: number = 256;

/** Returns the header `traceparent` as it was sent, without secrets. */
export function traceParentOf(
  rawHeaders: readonly string[],
  hide: (text: string) => string = (text) => text,
): string | undefined {
  const values = headerValues(rawHeaders, 'traceparent');
  // Half of a key would not be recognized.
  return values.length === 0 ? undefined : hide(values.join(', ')).slice(0, longestTraceParent);
}
