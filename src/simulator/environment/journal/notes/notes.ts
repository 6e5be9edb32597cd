import { paths } from '../../../../operation.ts';
import { readOrderId } from '../../../../order-id.ts';
import type { KnownOrders, Note, NoteContext } from '../journal-context.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { splitTarget } from '../request-fields.ts';
import { keyNotes } from './key-notes.ts';
import { pathNotes } from './path-notes.ts';

/** Returns what the author of the client should know about one exchange; nothing if the request is correct. */
export function notesOn(entry: JournalEntry, context: NoteContext, known: KnownOrders): readonly Note[] {
  return [
    ...pathNotes(entry, context),
    ...methodNotes(entry),
    ...keyNotes(entry, context),
    ...queryNotes(entry),
    ...bodyNotes(entry),
    ...idNotes(entry, known),
  ];
}

/** A method that the path does not support. Spec 4. */
function methodNotes({ path, operation, method, orderIdText }: JournalEntry): readonly Note[] {
  if (path === undefined || operation !== undefined || method === 'OPTIONS') return [];
  if (path === 'order' && orderIdText === '') return [];
  const text = `${method} is not a method of this path: ${paths[path].hint}.`;
  return [{ code: 'wrong-method', text }];
}

/** Query parameters, none of which has an effect. Spec 4.1 and 8. */
function queryNotes(entry: JournalEntry): readonly Note[] {
  if (entry.operation === undefined || splitTarget(entry.target).query.length < 2) return [];
  const text =
    entry.operation === 'listOrders'
      ? 'The query filters nothing: the list has neither filtering nor pagination and is always complete.'
      : 'The query has no effect: the operation has no query parameters.';
  return [{ code: 'query-ignored', text }];
}

/** A body that no operation reads. Spec 4.1 and 4.2. */
function bodyNotes({ operation, method, bodyLength }: JournalEntry): readonly Note[] {
  if (operation === undefined || operation === 'postMessage' || bodyLength === 0) return [];
  return [{ code: 'body-ignored', text: `The body of the ${method} is ignored: the operation has none.` }];
}

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** An order id that lost digits: no order has it, and one has an id that a double cannot tell apart. Spec 2, int64. */
function idNotes({ cancel, orderIdText }: JournalEntry, { ids }: KnownOrders): readonly Note[] {
  const reading = readOrderId(orderIdText);
  if (cancel !== 'unknown' || reading.kind !== 'order-id') return [];
  const { id } = reading;
  if (id >= -maxSafe && id <= maxSafe) return [];
  const meant = ids.find((one) => one !== id && Number(one) === Number(id));
  if (meant === undefined) return [];
  const text = `No order has the id ${id}, but one has ${meant}: ids are int64, and a double probably rounded this one.`;
  return [{ code: 'rounded-id', text }];
}
