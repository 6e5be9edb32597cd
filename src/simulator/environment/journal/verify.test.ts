import { expect, test } from 'vitest';
import { aJournal, anEntry } from '../../../../test/simulator/environment/journal/a-journal.ts';
import type { Check } from '../../../control-api.ts';
import type { JournalEntry } from './journal-entry.ts';
import { verify } from './verify.ts';

const cancel = (id: number, cancelled: JournalEntry['cancel'], rest: Partial<JournalEntry> = {}) =>
  anEntry(`DELETE /v1/store/orders/${id}`, {
    cancel: cancelled,
    status: cancelled === 'cancelled' ? 204 : 409,
    ...rest,
  });
const done = cancel(1, 'cancelled');
const again = cancel(1, 'already-cancelled');
const list = anEntry('GET /v1/store/orders', { status: 200 });

const sentenceOf = (entries: readonly JournalEntry[], check: Check) => {
  const [result] = verify(aJournal(entries).journal, [check]);
  return [result?.passed, `${result?.check}; ${result?.seen}`];
};

const cases: readonly [Check, readonly JournalEntry[], readonly JournalEntry[], string][] = [
  [
    { check: 'cancelled', orderId: 1n, times: 1 },
    [done, again],
    [again],
    'order 1 is cancelled exactly 1 time; cancelled 0 times, by 1 request: #1 DELETE /v1/store/orders/1 → 409',
  ],
  [
    { check: 'cancelled', orderId: 1n, atMost: 1 },
    [],
    [done, done],
    'order 1 is cancelled at most 1 time; cancelled 2 times, by 2 requests: #1 DELETE /v1/store/orders/1 → 204, #2 DELETE /v1/store/orders/1 → 204',
  ],
  [
    { check: 'nothing-else-changed', except: [1n] },
    [done, cancel(2, 'already-shipped')],
    [done, cancel(2, 'cancelled')],
    'no order except 1 is cancelled; also cancelled: 1 order: #2 DELETE /v1/store/orders/2 → 204',
  ],
  [
    { check: 'no-request-without-key' },
    [
      list,
      anEntry('GET /v1/nothing', { rawHeaders: [] }),
      { ...list, rawHeaders: ['Authorization', 'Basic a', 'Authorization', 'bearer wrong-key'] },
    ],
    [
      { ...list, rawHeaders: ['Authorization', 'Basic abcd'], status: 401 },
      { ...list, rawHeaders: [] },
      { ...list, rawHeaders: ['Authorization', 'Bearer \t'] },
    ],
    'every request carries a key; without a key: 3 requests: #1 GET /v1/store/orders → 401, #2 GET /v1/store/orders → 200, #3 GET /v1/store/orders → 200',
  ],
  [
    { check: 'retried', atMost: 1 },
    [done, again, cancel(2, 'cancelled'), list, list, list],
    [done, again, again],
    'no cancel is retried more than 1 time; retried at most 2 times: #1 DELETE /v1/store/orders/1 → 204, #2 DELETE /v1/store/orders/1 → 409, #3 DELETE /v1/store/orders/1 → 409',
  ],
  [
    { check: 'never-requested', operation: 'listOrders' },
    [done],
    [done, list],
    'listOrders is never requested; requested 1 time: #2 GET /v1/store/orders → 200',
  ],
  [
    { check: 'no-notes' },
    [done, list],
    [anEntry('GET /v1/store/orders?page=2', { status: 200 })],
    'no exchange has a note; with a note: 1 exchange (query-ignored: The query filters nothing: the list has neither filtering nor pagination and is always complete.): #1 GET /v1/store/orders?page=2 → 200',
  ],
];

test.each(cases)('the check %o passes and fails with what the client did', (check, good, bad, text) => {
  expect(sentenceOf(good, check)[0]).toBe(true);
  expect(sentenceOf(bad, check)).toEqual([false, text]);
});

test('nothing-else-changed ignores the orders of the other checks of the call', async () => {
  const { journal } = aJournal([done]);
  const checks: Check[] = [{ check: 'cancelled', orderId: 1n, times: 1 }, { check: 'nothing-else-changed' }];
  expect(verify(journal, checks).map(({ passed }) => passed)).toEqual([true, true]);
  expect(verify(journal, checks.slice(1)).map(({ passed }) => passed)).toEqual([false]);
});

test('cites at most ten exchanges, counts open ones, and shows no key', async () => {
  const many = Array.from({ length: 12 }, () =>
    anEntry('GET /v1/store/orders?api_key=Geheim-1', { status: 200 }),
  );
  const { journal } = aJournal([...many, { ...list, end: undefined }]);
  const [result] = verify(journal, [{ check: 'never-requested', operation: 'listOrders' }]);
  expect(result?.seen).toContain('; and 3 more; 1 exchange still open');
  expect(result?.seen).not.toContain('#11');
  expect(result?.seen).not.toContain('Geheim');
});

test('cites an exchange without a response with its end, or as open', () => {
  const reset = { ...list, status: undefined, end: 'reset' as const };
  const goingOn = { ...list, status: undefined, end: undefined };
  const check = { check: 'never-requested', operation: 'listOrders' } as const;
  expect(sentenceOf([reset, goingOn, goingOn], check)[1]).toBe(
    'listOrders is never requested; requested 3 times: #1 GET /v1/store/orders → reset, #2 GET /v1/store/orders → still open, #3 GET /v1/store/orders → still open; 2 exchanges still open',
  );
});

test('a check fails if exchanges were dropped', async () => {
  const check = { check: 'never-requested', operation: 'listOrders' } as const;
  const { journal } = aJournal([list, list, list, list], { size: 2 });
  const [result] = verify(journal, [check]);
  expect(result).toEqual({
    check: 'listOrders is never requested',
    passed: false,
    seen: 'requested 2 times: #3 GET /v1/store/orders → 200, #4 GET /v1/store/orders → 200; 2 older exchanges dropped from the journal: raise journalSize, give the process more memory, or clear the journal before the test',
  });
});
