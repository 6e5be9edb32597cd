import type { Problem } from '../user-error.ts';
import { endpointOf } from './endpoint.ts';

/** Reads the address of a proxy. It must be valid: see `proxyProblems`. */
export function readProxy(text: string) {
  const url = new URL(text);
  const credentials = credentialsOf(url)?.join(':');
  const { host, where } = endpointOf(url);
  return {
    host,
    where: `the proxy ${where}`,
    /** What an agent of Node.js reads. */
    proxyEnv: { HTTP_PROXY: text, HTTPS_PROXY: text },
    /** The value of Proxy-Authorization; undefined without credentials. */
    authorization: credentials && `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

/** Returns the texts in the address of a proxy that no report may show. */
export function proxySecrets(text: string | undefined): readonly string[] {
  const url = text === undefined ? null : URL.parse(text);
  const [, password = ''] = (url && credentialsOf(url)) ?? [];
  return password === '' ? [] : [password];
}

function credentialsOf({ username, password }: URL): readonly [string, string] | undefined {
  if (username === '' && password === '') return undefined;
  return [decodeURIComponent(username), decodeURIComponent(password)];
}

/** Returns why a proxy cannot be used. No problem contains its credentials. */
export function proxyProblems(text: string, where = 'the proxy'): Problem[] {
  const url = URL.parse(text);
  const expected = 'the address of an HTTP proxy, such as http://proxy.example:3128';
  if (!process.allowedNodeEnvironmentFlags.has('--use-env-proxy'))
    return [{ where, what: `cannot be used by Node.js ${process.versions.node}`, expected: 'Node.js 22.21' }];
  if (url === null || url.hostname === '') return [{ where, what: 'is not an address', expected }];
  if (url.protocol !== 'http:') return [{ where, what: `has the scheme ${url.protocol}`, expected }];
  try {
    credentialsOf(url);
    return [];
  } catch {
    return [{ where, what: 'has credentials that are not percent-encoded UTF-8', expected }];
  }
}

export function credentialsRequired(where: string): string {
  return `${where} does not accept the credentials, or requires some (407): use http://USER:PASSWORD@HOST:PORT.`;
}
