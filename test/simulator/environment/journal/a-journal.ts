import type { Clock } from '../../../../src/clock.ts';
import { operationOf, type PathName } from '../../../../src/operation.ts';
import { ApiKeys } from '../../../../src/simulator/environment/api-keys.ts';
import { ChoiceSource } from '../../../../src/simulator/environment/gaps/choices.ts';
import { Journal } from '../../../../src/simulator/environment/journal/journal.ts';
import type { JournalContext } from '../../../../src/simulator/environment/journal/journal-context.ts';
import type { JournalEntry } from '../../../../src/simulator/environment/journal/journal-entry.ts';
import { Pauses } from '../../../../src/simulator/environment/pauses.ts';
import { OrderStore, type PlacedOrder } from '../../../../src/simulator/orders/order-store.ts';
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

const choices = new ChoiceSource({ profile: 'least-promise', gaps: {}, seed: '1' }).forRequest(1);

const pathNames: readonly (readonly [RegExp, PathName])[] = [
  [/^(?:\/[a-z]+)?\/v1\/store\/orders(?:\?|$)/, 'orders'],
  [/^(?:\/[a-z]+)?\/v1\/store\/orders\/[^/?]*(?:\?|$)/, 'order'],
  [/^(?:\/[a-z]+)?\/v1\/pets\/[^/?]+(?:\?|$)/, 'pet'],
  [/^\/quickstart\/messages/, 'messages'],
];

/** A finished exchange for tests, from its request line: `anEntry('DELETE /v1/store/orders/7', { cancel: 'cancelled' })`. */
export function anEntry(line: string, rest: Partial<JournalEntry> = {}): JournalEntry {
  const [method = '', target = ''] = line.split(' ');
  const path = pathNames.find(([form]) => form.test(target))?.[1];
  return {
    number: 1,
    begun: 0,
    ended: 1,
    begunAt: 0,
    method,
    target,
    rawHeaders: ['Authorization', 'Bearer test-api-key'],
    body: Buffer.alloc(0),
    bodyLength: rest.body?.length ?? 0,
    path,
    operation: operationOf(path, method),
    orderIdText: path === 'order' ? (/orders\/([^/?]*)/.exec(target)?.[1] ?? '') : '',
    choices,
    reliedOn: [],
    cancel: undefined,
    refusal: undefined,
    reason: undefined,
    faults: [],
    gate: undefined,
    end: 'answered',
    endedAt: 0,
    status: undefined,
    responseHeaders: [],
    responseBody: undefined,
    responseLength: 0,
    bytes: 0,
    ...rest,
  };
}
