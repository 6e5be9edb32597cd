/** Headers whose values are no secrets, and often words that a report needs. */
const harmless =
  /^(?:accept(?:-.*)?|cache-control|content-type|dnt|from|if-.*|origin|pragma|prefer|priority|range|referer|sec-fetch-.*|traceparent|tracestate|user-agent|x-(?:b3-.*|correlation-id|forwarded-(?:for|host|port|proto)|request-id))$/i;

/** Hiding shorter values, such as `true` or a tenant, would hide half of a report. */
const shortestSecret = 6;

/**
 * Returns what must not be shown of the headers of a check: each value, and each credential in it. Credentials follow a
 * scheme (`Bearer …`) or a name (`session=…`).
 */
export function secretsOfHeaders(
  headers: readonly (readonly [name: string, value: string])[],
): readonly string[] {
  const secrets = headers
    .filter(([name]) => !harmless.test(name))
    .flatMap(([, value]) => [value.trim(), ...credentialsIn(value)]);
  return [...new Set(secrets)].filter((secret) => secret.length >= shortestSecret);
}

function credentialsIn(value: string): readonly string[] {
  const afterScheme = /^\s*[A-Za-z][\w-]*\s+(\S+)\s*$/.exec(value)?.[1];
  const named = [...value.matchAll(/=\s*"?([^\s";,]+)/g)].flatMap(([, credential]) => credential ?? []);
  return [...(afterScheme === undefined ? [] : [afterScheme]), ...named];
}
