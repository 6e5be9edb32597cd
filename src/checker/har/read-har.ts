import { readFile } from 'node:fs/promises';
import { UserError } from '../../shared/user-error.ts';
import type { Exchange } from '../wire/exchange.ts';
import { baseText, findBase, type HarBase, operationOf, readAddress, readBase } from './har-address.ts';
import { type HarEntry, readHarEntries } from './har-format.ts';
import { authorizationsOf, keyOf, secretsOf } from './har-key.ts';
import { outcomeOf } from './har-response.ts';

/** One recorded exchange of the contract. */
export type RecordedExchange = {
  readonly exchange: Exchange;
  /** Milliseconds since 1970 when the answer had come. */
  readonly endedAt: number;
  /** Whether the recording has the answer's headers. */
  readonly headersKnown: boolean;
};

/** What a recording has to say about the contract. Its keys are in `secrets` and nowhere else. */
export type HarReading = {
  readonly file: string;
  /** The base address, given or found; undefined where no request of the contract is in the recording. */
  readonly baseUrl: string | undefined;
  /** In the order of sending, numbered from 1. */
  readonly recorded: readonly RecordedExchange[];
  readonly ignored: {
    readonly otherHosts: number;
    /** To the same host, but no operation of the contract. */
    readonly otherRequests: number;
    /** Answered by a cache or a service worker, or with 304 to a conditional request: not what the service answers. */
    readonly fromCache: number;
  };
  /** Whether any request to the base address carries an Authorization header. */
  readonly keysRecorded: boolean;
  /** What `redactReport` must take out. */
  readonly secrets: readonly string[];
};

type Place = 'other-host' | 'other-request' | 'cache' | 'exchange';

function isCached({ request, response, _fromCache, _fetchedViaServiceWorker }: HarEntry): boolean {
  const conditional = (request.headers ?? []).some(({ name }) =>
    /^if-(?:none-match|modified-since)$/i.test(name),
  );
  return Boolean(_fromCache) || _fetchedViaServiceWorker === true || (response.status === 304 && conditional);
}

/** The path of a request below the base; undefined where it is not below it. */
function pathBelow(entry: HarEntry, base: HarBase): string | undefined {
  const address = readAddress(entry.request.url);
  return address?.origin === base.origin && address.path.startsWith(`${base.path}/`)
    ? address.path.slice(base.path.length)
    : undefined;
}

function placeOf(entry: HarEntry, base: HarBase): Place {
  if (readAddress(entry.request.url)?.origin !== base.origin) return 'other-host';
  const path = pathBelow(entry, base);
  if (path === undefined || operationOf(entry.request.method, path) === undefined) return 'other-request';
  return isCached(entry) ? 'cache' : 'exchange';
}

function recordedOf(entry: HarEntry, base: HarBase, keysRecorded: boolean): RecordedExchange | undefined {
  const path = pathBelow(entry, base) ?? '';
  const operationId = operationOf(entry.request.method, path);
  if (operationId === undefined) return undefined;
  const startedAt = Date.parse(entry.startedDateTime);
  return {
    exchange: {
      number: 0,
      request: {
        operationId,
        method: operationId === 'listOrders' ? 'GET' : 'DELETE',
        path,
        query: readAddress(entry.request.url)?.query ?? '',
        key: keyOf(entry, keysRecorded),
      },
      startedAt,
      outcome: outcomeOf(entry),
    },
    endedAt: startedAt + Math.max(0, entry.time ?? 0),
    headersKnown: (entry.response.headers ?? []).length > 0,
  };
}

function recordedBelow(
  base: HarBase,
  entries: readonly HarEntry[],
): Pick<HarReading, 'recorded' | 'keysRecorded'> {
  const keysRecorded = entries.some((entry) => authorizationsOf(entry).length > 0);
  const recorded = entries
    .flatMap((entry) => recordedOf(entry, base, keysRecorded) ?? [])
    .sort((a, b) => a.exchange.startedAt - b.exchange.startedAt)
    .map((one, index) => ({ ...one, exchange: { ...one.exchange, number: index + 1 } }));
  return { recorded, keysRecorded };
}

/** Reads the text of a HAR file. Throws as `readHar`. */
export function readHarText(text: string, file: string, baseUrl?: string): HarReading {
  const entries = readHarEntries(text, file);
  const secrets = [...new Set(entries.flatMap(secretsOf))];
  const base = baseUrl === undefined ? findBase(entries, file) : readBase(baseUrl);
  if (base === undefined) {
    const ignored = { otherHosts: entries.length, otherRequests: 0, fromCache: 0 };
    return { file, baseUrl: undefined, recorded: [], ignored, keysRecorded: false, secrets };
  }
  const places = entries.map((entry) => placeOf(entry, base));
  const amount = (wanted: Place) => places.filter((place) => place === wanted).length;
  return {
    file,
    baseUrl: baseText(base),
    ...recordedBelow(
      base,
      entries.filter((_entry, index) => places[index] === 'exchange'),
    ),
    ignored: {
      otherHosts: amount('other-host'),
      otherRequests: amount('other-request'),
      fromCache: amount('cache'),
    },
    secrets,
  };
}

/**
 * Reads recorded traffic: a HAR 1.2 file of a browser, Playwright or a proxy. `baseUrl` is the base address of the
 * service; without it, it is the one below which the recording has requests of the contract. Throws a UserError (exit
 * code 2) where the file cannot be read, is not a HAR file (with the place), or has several base addresses.
 */
export async function readHar(
  file: string,
  { baseUrl }: { readonly baseUrl?: string } = {},
): Promise<HarReading> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError({
      where: file,
      what: `cannot be read (${error.code ?? error.message})`,
      expected: 'a HAR 1.2 file',
    });
  });
  return readHarText(text, file, baseUrl);
}
