import type { PathName } from '../../operation.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { Note } from '../note.ts';
import { splitTarget } from '../request-fields.ts';

const methodsWanted: Readonly<Record<PathName, string>> = {
  orders: 'GET lists the orders',
  order: 'DELETE cancels the order; there is no other operation on a single one',
  pet: 'GET is the only one',
  messages: 'POST is the only one',
};

/** The note about a method that a path does not have. Spec 4. */
export function methodNotes({ path, operation, method, orderIdText }: JournalEntry): readonly Note[] {
  if (path === undefined || operation !== undefined || method === 'OPTIONS') return [];
  if (path === 'order' && orderIdText === '') return [];
  return [{ code: 'wrong-method', text: `${method} is no method of this path: ${methodsWanted[path]}.` }];
}

/** The note about query parameters, none of which does anything. Spec 4.1 and 8. */
export function queryNotes(entry: JournalEntry): readonly Note[] {
  if (entry.operation === undefined || splitTarget(entry.target).query.length < 2) return [];
  const text =
    entry.operation === 'listOrders'
      ? 'The query filters nothing: the list has neither filtering nor pagination and is always whole.'
      : 'The query does nothing: the operation has no query parameters.';
  return [{ code: 'query-ignored', text }];
}

/** The note about a body that nobody reads. Spec 4.1 and 4.2. */
export function bodyNotes({ operation, method, bodyLength }: JournalEntry): readonly Note[] {
  if (operation === undefined || operation === 'postMessage' || bodyLength === 0) return [];
  return [{ code: 'body-ignored', text: `The body of the ${method} is ignored: the operation has none.` }];
}
