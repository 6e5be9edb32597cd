import { getHeapStatistics } from 'node:v8';
import { namesSecret } from '../../../secrets/of-request.ts';
import { ByteBudget } from '../byte-budget.ts';
import type { JournalEntry } from './journal-entry.ts';
import { headerFields } from './request-fields.ts';

const mebibyte = 1024 * 1024;
/** The heap beyond what the program itself takes, which is half of it in a container of 64 MB. */
const heap = Math.max(getHeapStatistics().heap_size_limit - 16 * mebibyte, 8 * mebibyte);

/** The maximum bytes of the journal of an environment. */
export const maxJournalBytes: number = Math.min(16 * mebibyte, heap / 10);

/** The journals of all environments of the process: those without requests for the longest time are dropped first. */
export const journalBudget: ByteBudget = new ByteBudget(Math.min(64 * mebibyte, heap / 5));

/** The maximum number of characters of header fields that the journal keeps of a request. */
const maxHeaders = 4_096;

/**
 * Returns the header fields of a request that the journal keeps, in their order. Authorization always stays, since checks
 * and filters need it; then the other credentials, so that they are hidden in the rest of the exchange.
 */
export function keepHeaders(rawHeaders: readonly string[]): readonly string[] {
  let length = 0;
  for (const text of rawHeaders) length += text.length;
  if (length <= maxHeaders) return rawHeaders;
  let left = maxHeaders;
  const fields = headerFields(rawHeaders).map(([name, value]) => ({ name, value, kept: false }));
  for (const field of fields.toSorted((one, other) => rankOf(one.name) - rankOf(other.name))) {
    const taken = field.name.length + field.value.length;
    field.kept = taken <= left || rankOf(field.name) === 0;
    if (field.kept) left -= taken;
  }
  return fields.flatMap(({ name, value, kept }) => (kept ? [name, value] : []));
}

function rankOf(name: string): number {
  if (/^authorization$/i.test(name)) return 0;
  if (/^traceparent$/i.test(name)) return 1;
  return namesSecret(name) ? 2 : 3;
}

/** What an exchange keeps besides texts and bodies. */
const perEntry = 1_024;
/** What a text keeps besides its characters. */
const perText = 28;

/** Returns the bytes that an exchange keeps when it begins. */
export function bytesOfRequest({
  target,
  rawHeaders,
  body,
}: Pick<JournalEntry, 'target' | 'rawHeaders' | 'body'>): number {
  return perEntry + target.length + body.length + bytesOfTexts(rawHeaders);
}

/** Returns the bytes that an exchange keeps of its response. */
export function bytesOfResponse({ responseHeaders, responseBody }: JournalEntry): number {
  const ofBody = typeof responseBody === 'string' ? 2 * responseBody.length : (responseBody?.length ?? 0);
  return ofBody + bytesOfTexts(responseHeaders);
}

function bytesOfTexts(texts: readonly string[]): number {
  let bytes = 0;
  for (const text of texts) bytes += perText + text.length;
  return bytes;
}
