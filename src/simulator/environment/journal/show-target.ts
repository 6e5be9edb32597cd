import type { JournalEntry } from './journal-entry.ts';
import { createRedactor } from './redactor.ts';
import { splitTarget } from './request-fields.ts';

/** The target of a request as the journal shows it: without the key, wherever it stands, and without any that `ownsKey` knows. */
export function showTarget(
  request: Pick<JournalEntry, 'rawHeaders' | 'target'>,
  ownsKey: (text: string) => boolean,
): string {
  const redactor = createRedactor(request, ownsKey);
  const { path, query } = splitTarget(request.target);
  return redactor.text(path) + redactor.query(query);
}
