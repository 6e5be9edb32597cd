import { type JournalContext, readKnownOrders } from './journal-context.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { JournalExchange } from './journal-exchange.ts';
import { showExchange } from './show-exchange.ts';

/** Shows exchanges, as they would be explained now: what is told of orders is what the store holds at this time. */
export async function showExchanges(
  entries: readonly JournalEntry[],
  context: JournalContext,
): Promise<readonly JournalExchange[]> {
  const needsOrders = entries.some(({ cancel }) => cancel !== undefined && cancel !== 'cancelled');
  const known = needsOrders ? await readKnownOrders(context) : { ids: [], pending: [] };
  const owners = new Map<string, string | undefined>();
  // With thousands of environments, looking for the owner of a key is dear.
  const keyOwner = (text: string): string | undefined => {
    if (!owners.has(text)) owners.set(text, context.keyOwner(text));
    return owners.get(text);
  };
  return entries.map((entry) => showExchange(entry, { ...context, keyOwner }, known));
}
