import { getHeapStatistics } from 'node:v8';
import type { JournalEntry } from './journal-entry.ts';
import type { BytePool } from './ring.ts';

const mebibyte = 1024 * 1024;
const heap = getHeapStatistics().heap_size_limit;

/** The maximum bytes of the journal of an environment. */
export const maxJournalBytes: number = Math.min(16 * mebibyte, heap / 10);

/** The bytes of the journals of all environments. */
export const journalBytes: BytePool = { most: Math.min(64 * mebibyte, heap / 5), used: 0 };

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
  return texts.reduce((sum, text) => sum + perText + text.length, 0);
}
