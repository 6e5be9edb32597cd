import type { Note, NoteContext } from '../journal-context.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { splitTarget } from '../request-fields.ts';

const knownPath =
  /^(?:(?:\/[a-z0-9][a-z0-9._-]*)?\/v1\/(?:store\/orders(?:\/[^/]+)?|pets\/[^/]+)|\/quickstart\/messages)$/;
const withoutVersion = /^\/(?:store\/orders(?:\/[^/]+)?|pets\/[^/]+)$/;

/** Notes about a path that is close to a known path. */
export function pathNotes(entry: JournalEntry, { basePath, keys }: NoteContext): readonly Note[] {
  const { path } = splitTarget(entry.target);
  const emptyId = entry.path === 'order' && entry.orderIdText === '';
  if (emptyId && entry.method === 'DELETE') {
    const text = `The path ends where the order id should be: the id was probably empty when "${path}" was built.`;
    return [{ code: 'empty-id', text }];
  }
  if (entry.path !== undefined && !emptyId) return [];
  const notes: Note[] = [];
  let mended = path;
  const mend = (code: Note['code'], next: string, text: (from: string, to: string) => string): void => {
    if (next !== mended) notes.push({ code, text: text(mended, next) });
    mended = next;
  };
  mend(
    'doubled-slash',
    mended.replace(/\/{2,}/g, '/'),
    () =>
      'The path has two slashes in a row; a base address that ends with a slash was probably joined to a path that starts with one.',
  );
  mend(
    'trailing-slash',
    mended.replace(/(?<=.)\/$/, ''),
    (from, to) => `Paths match exactly: "${from}" has a trailing slash; "${to}" has none.`,
  );
  mend(
    'upper-case-path',
    // In another case, a key would not be recognised when keys are redacted.
    mended.replace(/[^/]+/g, (segment) =>
      keys.idOf(segment) !== undefined ? segment : segment.toLowerCase(),
    ),
    (from, to) => `Paths match exactly: "${from}" has upper case; "${to}" has none.`,
  );
  if (withoutVersion.test(mended))
    mend(
      'no-version',
      `${basePath}${mended}`,
      (_from, to) => `The version is part of the base address: "${to}".`,
    );
  return knownPath.test(mended) ? notes : [];
}
