import { textsOfKey } from '../../contract/api-key.ts';
import { endpointOf } from '../../http/endpoint.ts';
import { proxySecrets, readProxy } from '../../http/http-proxy.ts';
import { quoted } from '../../report/plain-text.ts';
import { secretsOfHeaders } from '../../secrets/of-request.ts';
import { createSecrets, type Secrets } from '../../secrets/secrets.ts';
import type { Problem } from '../../user-error.ts';
import { version } from '../../version.ts';
import type { CheckOptions } from '../check-options.ts';
import type { Target } from '../target.ts';

type Header = readonly [name: string, value: string];

type SentOption = 'apiKey' | 'headers' | 'ca' | 'clientCert' | 'clientKey' | 'proxy';

/** The options of a sender. They must be valid: `readCheckOptions` validates them. */
export type SenderOptions = Pick<CheckOptions, SentOption> & {
  readonly target: Pick<Target, 'baseUrl'>;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Aborts the current request and all later ones, with the reason `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
};

export type Destination = ReturnType<typeof readDestination>;

export function readDestination(options: SenderOptions) {
  const { target, headers = [], ca, clientCert, clientKey } = options;
  const proxy = options.proxy === undefined ? undefined : readProxy(options.proxy);
  const url = new URL(target.baseUrl);
  const endpoint = endpointOf(url);
  return {
    ...endpoint,
    basePath: url.pathname.replace(/\/+$/, ''),
    /** What a TLS connection is opened with. */
    tls: {
      ...(ca !== undefined && { ca }),
      ...(clientCert !== undefined && { cert: clientCert, key: clientKey }),
    },
    proxy,
    headers: [
      ...headerLines(url.host, headers),
      ...(endpoint.secure || proxy?.authorization === undefined
        ? []
        : [['Proxy-Authorization', proxy.authorization] as const]),
    ],
  };
}

function headerLines(host: string, given: readonly Header[]): readonly Header[] {
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const own: readonly Header[] = [
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
    ['User-Agent', `store-orders-sim/${version}`],
  ];
  return [
    ['Host', host],
    ...own.filter(([name]) => !names.has(name.toLowerCase())),
    ...given,
    // Surplus bytes after a response are visible only if the connection ends with it.
    ['Connection', 'close'],
  ];
}

const owned =
  /^(?:authorization|host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-authorization|proxy-connection)$/i;
/** A token (RFC 9110, 5.6.2). */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

export function headerProblems([name, value]: Header): Problem[] {
  const where = `header ${quoted(name)}`;
  if (!token.test(name))
    return [{ where, what: 'is not a valid header name', expected: 'a name like X-Tenant' }];
  if (owned.test(name)) return [{ where, what: 'is set by the checker', expected: 'another header' }];
  if (/^[\t\x20-\x7e]*$/.test(value)) return [];
  const what = 'has a character that is not allowed in a header value';
  return [{ where, what, expected: 'visible ASCII characters and spaces' }];
}

/** Returns the texts that no output of a check may show. */
export function secretsOfCheck({
  apiKey,
  headers = [],
  proxy,
}: Pick<SenderOptions, 'apiKey' | 'headers' | 'proxy'>): Secrets {
  return createSecrets([...textsOfKey(apiKey), ...secretsOfHeaders(headers), ...proxySecrets(proxy)]);
}
