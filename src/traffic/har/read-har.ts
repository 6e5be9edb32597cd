import { readFile } from 'node:fs/promises';
import { secretsOf } from '../../secrets/of-request.ts';
import { UserError } from '../../user-error.ts';
import { findBase, type HarBase, operationOf, readAddress, readBase } from './har-address.ts';
import { type HarEntry, readEntries } from './har-format.ts';
import { authorizationsOf, bodyOf, rawHeadersOf, recordedExchange, withDecodedBody } from './read-entry.ts';

/** What a recording contains. Its keys are only in `secrets`. */
export type HarReading = ReturnType<typeof readHarText>;

function isCached({ request, response, _fromCache, _fetchedViaServiceWorker }: HarEntry): boolean {
  const conditional = (request.headers ?? []).some(({ name }) =>
    /^if-(?:none-match|modified-since)$/i.test(name),
  );
  return Boolean(_fromCache) || _fetchedViaServiceWorker === true || (response.status === 304 && conditional);
}

/** Returns why an entry is ignored, or `recorded` with its path below the base address. */
function sortEntry(entry: HarEntry, base: HarBase | undefined) {
  const address = readAddress(entry.request.url);
  if (base === undefined || address?.origin !== base.origin) return { kind: 'other-host' } as const;
  const path = address.path.startsWith(`${base.path}/`) ? address.path.slice(base.path.length) : '';
  if (operationOf(entry.request.method, path) === undefined) return { kind: 'other' } as const;
  return isCached(entry) ? ({ kind: 'cached' } as const) : ({ kind: 'recorded', entry, path } as const);
}

/** Reads the text of a HAR file. Throws like `readHar`. */
export function readHarText(text: string, file: string, baseUrl?: string) {
  return readRecording(readEntries(text, file), file, baseUrl);
}

function readRecording(entries: readonly HarEntry[], file: string, baseUrl?: string) {
  const secrets = entries.flatMap(({ request }) =>
    secretsOf({ target: request.url, rawHeaders: rawHeadersOf(request.headers ?? []) }),
  );
  const base = baseUrl === undefined ? findBase(entries, file) : readBase(baseUrl);
  const sorted = entries.map((entry) => sortEntry(entry, base));
  const kept = sorted.flatMap((one) => (one.kind === 'recorded' ? [one] : []));
  const responses = kept.filter(({ entry }) => entry.response.status >= 100);
  const keysRecorded = kept.some(({ entry }) => authorizationsOf(entry).length > 0);
  return {
    file,
    /** The base address, given or found; undefined if the recording has no request of the contract. */
    baseUrl: base && base.origin + base.path,
    /** In the order of sending, numbered from 1. */
    recorded: kept
      .flatMap(({ entry, path }) => recordedExchange(entry, path, keysRecorded) ?? [])
      .sort(({ exchange: one }, { exchange: other }) => one.startedAt - other.startedAt)
      .map((one, index) => ({ ...one, exchange: { ...one.exchange, number: index + 1 } })),
    /** Why the others are ignored. */
    ignored: sorted.flatMap(({ kind }) => (kind === 'recorded' ? [] : [kind])),
    /** Of each response without a body that can be judged, the reason. */
    withoutBody: responses.flatMap(({ entry }) => {
      const { kind } = bodyOf(entry);
      return kind === 'whole' ? [] : [kind];
    }),
    /** Whether any request to the base address has an Authorization header. */
    keysRecorded,
    /** What no report may contain. */
    secrets: [...new Set(secrets)],
  };
}

/**
 * Reads recorded traffic: a HAR 1.2 file of a browser, Playwright or a proxy. `baseUrl` is the base address of the
 * service; by default, it is found in the recorded requests of the contract. Throws a UserError (exit code 2) if the file
 * cannot be read, is not a HAR file (with the place), or has requests to several base addresses.
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
  const entries = await Promise.all(readEntries(text, file).map(withDecodedBody));
  return readRecording(entries, file, baseUrl);
}
