import type { JournalEntry } from './journal-entry.ts';
import { createRedactor } from './redactor.ts';
import { splitTarget } from './request-fields.ts';

/** Redacts the target of a request: the key of the request, and every key for which `ownsKey` returns true. */
export function showTarget(
  request: Pick<JournalEntry, 'rawHeaders' | 'target'>,
  ownsKey: (text: string) => boolean,
): string {
  const redactor = createRedactor(request, ownsKey);
  const { path, query } = splitTarget(request.target);
  return redactor.text(path) + redactor.query(query);
}
