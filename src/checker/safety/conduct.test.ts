import { expect, test } from 'vitest';
import { aResponse } from '../../../test/checker/a-response.ts';
import { cancelOrder, listOrders } from '../probes/requests.ts';
import type { Exchange, ExchangeOutcome, PlannedRequest } from '../wire/exchange.ts';
import { type ConductParts, createConduct } from './conduct.ts';
import type { Permission } from './safety-policy.ts';

const answer = aResponse('[]');
const answered: ExchangeOutcome = { kind: 'answered', answer };

/** Parts that write down what they are asked to do, in order. */
function partsOf(outcome: ExchangeOutcome = answered, change: Partial<ConductParts> = {}) {
  const done: string[] = [];
  let number = 0;
  const send = async (request: PlannedRequest): Promise<Exchange> => {
    done.push('send');
    number += 1;
    return { number, request, startedAt: 0, outcome };
  };
  const parts: ConductParts = {
    send,
    gate: {
      permit: ({ method }): Permission =>
        method === 'GET' ? { kind: 'permitted' } : { kind: 'refused', reason: 'no DELETE' },
      leaving: () => void done.push('leaving'),
      returned: () => void done.push('returned'),
    },
    lists: {
      learn: () => void done.push('learn'),
      latest: () => ({ kind: 'unreadable', why: '' }),
      read: () => ({ kind: 'unreadable', why: '' }),
      whyNotAbsent: () => undefined,
    },
    pace: { ready: async () => void done.push('ready') },
    maxRequests: 2,
    signal: undefined,
    onExchange: async () => void done.push('told'),
    ...change,
  };
  return { done, parts };
}

test('waits for its turn, tells the gate, sends, and lets everybody know before the probe does', async () => {
  const { done, parts } = partsOf();
  const attempt = await createConduct(parts).attempt(listOrders());
  expect(done).toEqual(['ready', 'leaving', 'send', 'returned', 'learn', 'told']);
  expect(attempt).toEqual({
    kind: 'answered',
    answer,
    exchange: { number: 1, request: listOrders(), startedAt: 0, outcome: answered },
  });
});

test('tells a failure with its reason', async () => {
  const { parts } = partsOf({ kind: 'failed', reason: 'dns', message: 'No such host.' });
  const attempt = await createConduct(parts).attempt(listOrders());
  expect(attempt).toMatchObject({
    kind: 'failed',
    reason: 'dns',
    message: 'No such host.',
    exchange: { number: 1 },
  });
});

test('sends no more than the budget, and says which option sets it', async () => {
  const { done, parts } = partsOf();
  const { attempt, budgetSpent } = createConduct(parts);
  await attempt(listOrders());
  await attempt(listOrders());
  expect(budgetSpent()).toBe(false);
  expect(await attempt(listOrders())).toEqual({
    kind: 'withheld',
    reason: 'the budget of 2 requests is spent; --max-requests sets it',
  });
  expect(budgetSpent()).toBe(true);
  expect(done.filter((what) => what === 'send')).toHaveLength(2);
});

test('gives the reason of the gate, and neither waits nor spends anything for what it refuses', async () => {
  const { done, parts } = partsOf();
  const { attempt, budgetSpent } = createConduct({ ...parts, maxRequests: 1 });
  for (let time = 0; time < 3; time += 1)
    expect(await attempt(cancelOrder(1n))).toEqual({ kind: 'withheld', reason: 'no DELETE' });
  expect(budgetSpent()).toBe(false);
  expect(done).toEqual([]);
  expect((await attempt(listOrders())).kind).toBe('answered');
});

test('sends nothing once the check was ended', async () => {
  const { done, parts } = partsOf(answered, { signal: AbortSignal.abort() });
  const attempt = await createConduct(parts).attempt(listOrders());
  expect(attempt).toEqual({ kind: 'withheld', reason: 'the check was ended before' });
  expect(done).toEqual([]);
});

test('sends nothing when the check is ended while a request waits for its turn', async () => {
  const ending = new AbortController();
  let given: AbortSignal | undefined;
  const ready = async (signal?: AbortSignal): Promise<void> => {
    given = signal;
    ending.abort();
  };
  const { done, parts } = partsOf(answered, { signal: ending.signal, pace: { ready } });
  const attempt = await createConduct(parts).attempt(listOrders());
  expect(attempt).toEqual({ kind: 'withheld', reason: 'the check was ended before' });
  expect(done).toEqual([]);
  expect(given).toBe(ending.signal);
});
