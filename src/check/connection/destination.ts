import { constants } from 'node:buffer';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { quoted, token } from '../../contract/http1/wire-text.ts';
import { endpointOf } from '../../http/endpoint.ts';
import { readProxy } from '../../http/http-proxy.ts';
import type { Problem } from '../../user-error.ts';
import { version } from '../../version.ts';
import type { CheckOptions } from '../check-options.ts';

/** A client certificate, its key and the passphrase of the key, in PEM. */
export type ClientCertificate = {
  readonly cert: string;
  readonly key: string;
  readonly passphrase: string | undefined;
};

type Header = readonly [name: string, value: string];

/** The options of a sender. They must be valid: `readCheckOptions` validates them. */
export type SenderOptions = Pick<CheckOptions, 'apiKey' | 'headers' | 'ca' | 'proxy'> & {
  /** The base address, `https://host:8443/v1`: http or https, without credentials, query or fragment. */
  readonly baseUrl: string;
  /** As in `CheckOptions`. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly clientCertificate?: ClientCertificate | undefined;
  /** Aborts the current request and all later ones, with the reason `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
};

/** Where requests go, and the headers that all of them have. */
export type Destination = ReturnType<typeof readDestination>;

export function readDestination(options: SenderOptions) {
  const { baseUrl, headers = [], ca, clientCertificate } = options;
  const proxy = options.proxy === undefined ? undefined : readProxy(options.proxy);
  const url = new URL(baseUrl);
  const endpoint = endpointOf(url);
  return {
    ...endpoint,
    /** The path of the base address without a trailing slash: `/v1`. */
    basePath: url.pathname.replace(/\/+$/, ''),
    ca,
    clientCertificate,
    proxy,
    /** Header lines, Host first. */
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
const isToken = new RegExp(`^${token}$`);

/** Returns why a header cannot be sent with every request. */
export function headerProblems([name, value]: Header): Problem[] {
  const where = `header ${quoted(name)}`;
  if (!isToken.test(name))
    return [{ where, what: 'is not a valid header name', expected: 'a name like X-Tenant' }];
  if (owned.test(name)) return [{ where, what: 'is set by the checker', expected: 'another header' }];
  if (/^[\t\x20-\x7e]*$/.test(value)) return [];
  const what = 'has a character that is not allowed in a header value';
  return [{ where, what, expected: 'visible ASCII characters and spaces' }];
}

/** Returns why certificates cannot be used. TLS itself ignores certificates that it cannot read. */
export function caProblems(ca: string): Problem[] {
  const where = 'certificates of the authority';
  const expected = 'certificates in PEM (-----BEGIN CERTIFICATE-----)';
  const blocks = ca.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) return [{ where, what: 'contain no certificate', expected }];
  return blocks.flatMap((block, index) =>
    attempt(() => new X509Certificate(block)) !== undefined
      ? []
      : [{ where, what: `contain a certificate that cannot be read, number ${index + 1}`, expected }],
  );
}

/** Returns why a limit for bodies is too large: a body is decoded into one string. */
export function sizeProblems(maxBodyBytes: number): Problem[] {
  const most = constants.MAX_STRING_LENGTH;
  if (maxBodyBytes <= most) return [];
  return [{ where: 'largest body', what: `is ${maxBodyBytes} bytes`, expected: `at most ${most}` }];
}

const aCertificate = 'a certificate in PEM (-----BEGIN CERTIFICATE-----)';
const aKey = 'a private key in PEM (-----BEGIN PRIVATE KEY-----)';

export function clientCertificateProblems({ cert, key, passphrase }: ClientCertificate): Problem[] {
  const certificate = attempt(() => new X509Certificate(cert));
  if (certificate === undefined)
    return [
      { where: '`clientCert`', what: 'contains no certificate that can be read', expected: aCertificate },
    ];
  const privateKey = attempt(() => createPrivateKey({ key, passphrase: passphrase ?? '' }));
  if (privateKey === undefined) return [keyProblem(key, passphrase)];
  return certificate.checkPrivateKey(privateKey)
    ? []
    : [{ where: '`clientKey`', what: 'is not the key of the certificate in `clientCert`' }];
}

function keyProblem(key: string, passphrase: string | undefined): Problem {
  if (
    !/-----BEGIN (?:ENCRYPTED PRIVATE KEY-----|[A-Z ]*PRIVATE KEY-----\r?\nProc-Type: 4,ENCRYPTED)/.test(key)
  )
    return { where: '`clientKey`', what: 'contains no private key that can be read', expected: aKey };
  return passphrase === undefined
    ? { where: '`clientKey`', what: 'is encrypted', hint: 'give its passphrase with `clientKeyPassphrase`' }
    : { where: '`clientKeyPassphrase`', what: 'does not decrypt the key in `clientKey`' };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
