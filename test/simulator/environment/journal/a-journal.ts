import type { Clock } from '../../../../src/clock.ts';
import { ApiKeys } from '../../../../src/simulator/environment/api-keys.ts';
import { Journal } from '../../../../src/simulator/environment/journal/journal.ts';
import type { JournalContext } from '../../../../src/simulator/environment/journal/journal-context.ts';
import type { JournalEntry } from '../../../../src/simulator/environment/journal/journal-entry.ts';
import { Pauses } from '../../../../src/simulator/environment/pauses.ts';
import type { PlacedOrder } from '../../../../src/simulator/orders/order-store.ts';
import { OrderStore } from '../../../../src/simulator/orders/order-store.ts';
import { createTestClock } from '../../../support/test-clock.ts';

/** The context of production with `test-api-key`, next to staging with `test-staging-key`. */
export function context(orders: readonly PlacedOrder[] = []): JournalContext {
  const store = new OrderStore(orders);
  const keys = new ApiKeys(['test-api-key']);
  return {
    environment: 'production',
    basePath: '/v1',
    keys,
    secrets: () => keys.secrets,
    keyOwner: (text) => ({ 'test-api-key': 'production', 'test-staging-key': 'staging' })[text],
    orders: () => store.list(),
  };
}

export type JournalOptions = { size?: number; orders?: readonly PlacedOrder[]; machine?: Clock };

/** A journal with the given exchanges, numbered from 1. */
export function aJournal(
  entries: readonly JournalEntry[] = [],
  { size = 100, orders = [], machine = createTestClock() }: JournalOptions = {},
): { journal: Journal; pauses: Pauses } {
  const pauses = new Pauses(machine);
  const journal = new Journal({ size, pauses, ...context(orders) });
  for (const [at, entry] of entries.entries()) journal.open({ ...entry, number: at + 1 });
  return { journal, pauses };
}
