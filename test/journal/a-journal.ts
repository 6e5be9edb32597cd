import { MemoryOrderStore } from '../../src/orders/memory-order-store.ts';
import type { PlacedOrder } from '../../src/orders/order-store.ts';
import type { Clock } from '../../src/simulation/clock.ts';
import { createJournal } from '../../src/simulation/journal/create-journal.ts';
import type { Journal } from '../../src/simulation/journal/journal.ts';
import type { JournalEntry } from '../../src/simulation/journal/journal-entry.ts';
import type { Surroundings } from '../../src/simulation/journal/surroundings.ts';
import { createPauses, type Pauses } from '../../src/simulation/pauses.ts';
import { createTestClock } from '../test-clock.ts';

/** Production, which owns `test-api-key`, beside staging, which owns `test-staging-key`. */
export function surroundings(orders: readonly PlacedOrder[] = []): Surroundings {
  const store = new MemoryOrderStore(orders);
  return {
    environment: 'production',
    basePath: '/v1',
    ownsKey: (text) => text === 'test-api-key',
    keyOwner: (text) => ({ 'test-api-key': 'production', 'test-staging-key': 'staging' })[text],
    orders: () => store.list(),
  };
}

export type JournalOptions = { size?: number; orders?: readonly PlacedOrder[]; machine?: Clock };

/** A journal with these exchanges, numbered from 1. */
export function aJournal(
  entries: readonly JournalEntry[] = [],
  { size = 100, orders = [], machine = createTestClock() }: JournalOptions = {},
): { journal: Journal; pauses: Pauses } {
  const pauses = createPauses(machine);
  const journal = createJournal({ size, surroundings: surroundings(orders), pauses });
  for (const [at, entry] of entries.entries()) journal.open({ ...entry, number: at + 1 });
  return { journal, pauses };
}
