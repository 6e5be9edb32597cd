import type { JournalContext, KnownOrders } from '../journal-context.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { Note } from '../note.ts';
import { idNotes } from './id-notes.ts';
import { keyNotes } from './key-notes.ts';
import { pathNotes } from './path-notes.ts';
import { bodyNotes, methodNotes, queryNotes } from './request-notes.ts';

/** Everything worth telling the author of the client about one exchange; nothing where the request is as it should be. */
export function notesOn(entry: JournalEntry, context: JournalContext, known: KnownOrders): readonly Note[] {
  return [
    ...pathNotes(entry, context),
    ...methodNotes(entry),
    ...keyNotes(entry, context),
    ...queryNotes(entry),
    ...bodyNotes(entry),
    ...idNotes(entry, known),
  ];
}
