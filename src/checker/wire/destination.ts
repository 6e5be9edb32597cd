import { constants } from 'node:buffer';
import { X509Certificate } from 'node:crypto';
import { type Problem, UserError } from '../../shared/user-error.ts';
import { version } from '../../shared/version.ts';
import { quoted } from './quoted.ts';
import type { SenderSettings } from './sender-settings.ts';

/** Where requests go and what each of them carries besides its key. */
export type Destination = {
  readonly secure: boolean;
  /** Without brackets, as a socket wants it. */
  readonly host: string;
  readonly port: number;
  /** `host:port` for messages. */
  readonly where: string;
  /** Path of the base address without a slash at its end: `/v1`. */
  readonly basePath: string;
  readonly ca: string | undefined;
  /** Header lines, Host first. */
  readonly headers: readonly (readonly [name: string, value: string])[];
};

const owned =
  /^(?:authorization|host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-authorization|proxy-connection)$/i;
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Reads settings into a destination. Throws a `UserError` with every problem of address, key, headers and certificates. */
export function readDestination(settings: SenderSettings): Destination {
  const url = URL.parse(settings.baseUrl);
  const problems = [
    ...addressProblems(settings.baseUrl, url),
    ...keyProblems(settings.apiKey),
    ...(settings.headers ?? []).flatMap(headerProblems),
    ...caProblems(settings.ca),
    ...sizeProblems(settings.maxBodyBytes),
  ];
  if (problems.length > 0 || url === null) throw new UserError(problems);
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return {
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    where: `${url.hostname}:${port}`,
    basePath: url.pathname.replace(/\/+$/, ''),
    ca: settings.ca,
    headers: headerLines(url.host, settings.headers ?? []),
  };
}

function headerLines(host: string, given: readonly (readonly [string, string])[]): [string, string][] {
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const own: [string, string][] = [
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
    ['User-Agent', `store-orders-sim/${version}`],
  ];
  return [
    ['Host', host],
    ...own.filter(([name]) => !names.has(name.toLowerCase())),
    ...given.map(([name, value]): [string, string] => [name, value]),
    // Bytes after the end of an answer are seen only when the connection ends with it.
    ['Connection', 'close'],
  ];
}

function addressProblems(given: string, url: URL | null): Problem[] {
  const where = 'base address';
  const expected = 'an address like https://host/v1';
  if (url === null) return [{ where, what: `${quoted(given)} is not an address`, expected }];
  if (url.username !== '' || url.password !== '') {
    return [
      { where, what: 'has credentials in it', expected, hint: 'give the API key as a setting of its own' },
    ];
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return [{ where, what: `begins with ${quoted(url.protocol)}`, expected: 'http or https' }];
  }
  if (url.search === '' && url.hash === '') return [];
  return [{ where, what: `${quoted(given)} has a query or a fragment`, expected }];
}

function keyProblems(apiKey: string): Problem[] {
  const where = 'API key';
  if (apiKey === '') return [{ where, what: 'is empty', expected: 'the key of the target' }];
  if (/^[\x21-\x7e]+$/.test(apiKey)) return [];
  const hint = apiKey.trim() === apiKey ? undefined : 'is there a line end after it?';
  const what = 'has a character that no bearer token can have';
  return [{ where, what, expected: 'visible ASCII characters without spaces', ...(hint && { hint }) }];
}

function headerProblems([name, value]: readonly [string, string]): Problem[] {
  const where = `header ${quoted(name)}`;
  if (!token.test(name))
    return [{ where, what: 'has a name that no header can have', expected: 'a name like X-Tenant' }];
  if (owned.test(name)) return [{ where, what: 'is set by the checker itself', expected: 'another header' }];
  if (/^[\t\x20-\x7e]*$/.test(value)) return [];
  return [
    {
      where,
      what: 'has a character that no header value can have',
      expected: 'visible ASCII characters and spaces',
    },
  ];
}

function caProblems(ca: string | undefined): Problem[] {
  if (ca === undefined) return [];
  const where = 'certificates of the authority';
  const expected = 'certificates in PEM (-----BEGIN CERTIFICATE-----)';
  const blocks = ca.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) return [{ where, what: 'hold no certificate', expected }];
  // A TLS connection passes over certificates that it cannot read.
  return blocks.flatMap((block, index) =>
    isCertificate(block)
      ? []
      : [{ where, what: `hold one that cannot be read, number ${index + 1}`, expected }],
  );
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

/** A body is read as one string. */
function sizeProblems(maxBodyBytes: number): Problem[] {
  if (maxBodyBytes <= constants.MAX_STRING_LENGTH) return [];
  return [
    {
      where: 'largest body',
      what: `is ${maxBodyBytes} bytes`,
      expected: `at most ${constants.MAX_STRING_LENGTH}`,
    },
  ];
}
