type Headers = readonly (readonly [name: string, value: string])[];

/** Whether a header field or a query parameter with this name probably contains a secret. */
export function namesSecret(name: string): boolean {
  const secret = /auth|cookie|credential|jwt|key|passphrase|passw|secret|session|signature|token/i;
  return secret.test(name) && name.toLowerCase() !== 'idempotency-key';
}

/** Words of requests and of reports, which no value of a cookie or a parameter may hide. */
const ordinary =
  /^(?:store|orders|application|json|charset|utf-8|text|plain|accept|authorization|bearer|connection|content(?:-.*)?|host|keep-alive|length|encoding|user-agent|gzip|deflate|identity|localhost|mozilla|pending|shipped|cancelled|status|orderid|quantity|shipdate|complete|listorders|cancelorder|passive|observe|probe)$/i;

/** Returns the credentials of a request, decoded: keys, tokens, cookies, user names and passwords. */
export function secretsOf(sent: {
  readonly target: string;
  readonly rawHeaders: Headers;
}): readonly string[] {
  const url = URL.parse(sent.target, 'http://host');
  const named = [...sent.rawHeaders, ...(url?.searchParams ?? [])];
  const values = named.flatMap(([name, value]) => (namesSecret(name) ? credentialsIn(value) : []));
  const user = [url?.username ?? '', url?.password ?? ''].map(percentDecode);
  const all = [...values, ...user].map((text) => text.trim());
  return [...new Set(all)].filter((text) => text !== '' && !ordinary.test(text));
}

/** Headers whose values are no secrets, and often words that a report needs. */
const harmless =
  /^(?:accept(?:-.*)?|cache-control|content-type|dnt|from|if-.*|origin|pragma|prefer|priority|range|referer|sec-fetch-.*|traceparent|tracestate|user-agent|x-(?:b3-.*|correlation-id|forwarded-(?:for|host|port|proto)|request-id))$/i;

/** Returns what must not be shown of the headers that a user gave. Hiding short values, such as `true`, would hide half of a report. */
export function secretsOfHeaders(headers: Headers): readonly string[] {
  const values = headers.flatMap(([name, value]) => (harmless.test(name) ? [] : credentialsIn(value)));
  return [...new Set(values)].filter((secret) => secret.length >= 6);
}

const schemes = /^\s*(?:bearer|basic|digest|token|apikey|api-key|key|negotiate)(?:\s+|$)/i;

/** Credentials are the value itself, or follow a scheme (`Bearer …`), or a name (`session=…`), or are encoded by Basic. */
function credentialsIn(value: string): readonly string[] {
  const rest = value.replace(schemes, '').trim();
  const quoted = rest.replace(/^["'<]+|["'>]+$/g, '');
  const named = [...value.matchAll(/=\s*"?([^\s";,]+)/g)].flatMap(([, credential]) => credential ?? []);
  const [, coded = ''] = /^\s*basic\s+([\w+/=-]+)\s*$/i.exec(value) ?? [];
  const pair = Buffer.from(coded, 'base64').toString('utf8');
  const words = rest.split(/\s+/).filter((word) => !word.includes('='));
  return [rest, quoted, ...words, ...named, pair, ...pair.split(':')];
}

/** Decodes percent encoding. Returns a malformed text unchanged. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
