import { expect, test } from 'vitest';
import { aResponse } from '../../../test/checker/a-response.ts';
import { cancelOrder, listOrders } from '../probes/requests.ts';
import type { Exchange, ExchangeOutcome, PlannedRequest } from '../wire/exchange.ts';
import { createPace, createSafeSender, type SafeSenderOptions } from './safe-sender.ts';
import type { Permission } from './safety-policy.ts';
import { createSkippedRequests } from './skipped-requests.ts';

const response = aResponse('[]');
const responded: ExchangeOutcome = { kind: 'responded', response };

/** Options that record their calls, in order. */
function recordingOptions(outcome: ExchangeOutcome = responded, change: Partial<SafeSenderOptions> = {}) {
  const done: string[] = [];
  let number = 0;
  const send = async (request: PlannedRequest): Promise<Exchange> => {
    done.push('send');
    number += 1;
    return { number, request, startedAt: 0, outcome };
  };
  const options: SafeSenderOptions = {
    send,
    policy: {
      permit: ({ method }): Permission =>
        method === 'GET' ? { kind: 'permitted' } : { kind: 'refused', reason: 'no DELETE' },
      onSend: () => void done.push('onSend'),
      onExchange: () => void done.push('policy.onExchange'),
    },
    skipped: createSkippedRequests({ skip: [], pendingIds: [], shippedIds: [] }),
    lists: {
      learn: () => void done.push('learn'),
      latest: () => ({ kind: 'unreadable', why: '' }),
      read: () => ({ kind: 'unreadable', why: '' }),
      whyNotAbsent: () => undefined,
      plain: [],
      changedByOthers: () => false,
      noticeOthers: () => {},
    },
    pace: { ready: async () => void done.push('ready') },
    maxRequests: 2,
    signal: undefined,
    onExchange: async () => void done.push('onExchange'),
    ...change,
  };
  return { done, options };
}

test('waits for its turn, notifies the policy, sends, and notifies everyone else before the probe', async () => {
  const { done, options } = recordingOptions();
  const attempt = await createSafeSender(options).attempt(listOrders());
  expect(done).toEqual(['ready', 'onSend', 'send', 'policy.onExchange', 'learn', 'onExchange']);
  expect(attempt).toEqual({
    kind: 'responded',
    response,
    exchange: { number: 1, request: listOrders(), startedAt: 0, outcome: responded },
  });
});

test('returns a failure with its reason', async () => {
  const { options } = recordingOptions({ kind: 'failed', reason: 'dns', message: 'No such host.' });
  const attempt = await createSafeSender(options).attempt(listOrders());
  expect(attempt).toMatchObject({
    kind: 'failed',
    reason: 'dns',
    message: 'No such host.',
    exchange: { number: 1 },
  });
});

test('sends no more requests than the budget, and names the option that sets it', async () => {
  const { done, options } = recordingOptions();
  const { attempt, budgetSpent } = createSafeSender(options);
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

test('returns the reason of the policy, and neither waits nor spends budget for a refused request', async () => {
  const { done, options } = recordingOptions();
  const { attempt, budgetSpent } = createSafeSender({ ...options, maxRequests: 1 });
  for (let time = 0; time < 3; time += 1)
    expect(await attempt(cancelOrder(1n))).toEqual({ kind: 'withheld', reason: 'no DELETE' });
  expect(budgetSpent()).toBe(false);
  expect(done).toEqual([]);
  expect((await attempt(listOrders())).kind).toBe('responded');
});

test('sends nothing after the check was aborted', async () => {
  const { done, options } = recordingOptions(responded, { signal: AbortSignal.abort() });
  const attempt = await createSafeSender(options).attempt(listOrders());
  expect(attempt).toEqual({ kind: 'withheld', reason: 'the check had ended' });
  expect(done).toEqual([]);
});

test('sends nothing if the check is aborted while a request waits for its turn', async () => {
  const ending = new AbortController();
  let given: AbortSignal | undefined;
  const ready = async (signal?: AbortSignal): Promise<void> => {
    given = signal;
    ending.abort();
  };
  const { done, options } = recordingOptions(responded, { signal: ending.signal, pace: { ready } });
  const attempt = await createSafeSender(options).attempt(listOrders());
  expect(attempt).toEqual({ kind: 'withheld', reason: 'the check had ended' });
  expect(done).toEqual([]);
  expect(given).toBe(ending.signal);
});

/** A clock that sleeping moves forward. */
function testClock() {
  const slept: number[] = [];
  let now = 1000;
  const sleep = async (ms: number): Promise<void> => {
    slept.push(ms);
    now += ms;
  };
  return { slept, clock: { now: () => now, sleep }, pass: (ms: number) => (now += ms) };
}

test('keeps five requests per second 200 ms apart, and waits no longer', async () => {
  const { slept, clock, pass } = testClock();
  const pace = createPace(5, clock);
  await pace.ready();
  await pace.ready();
  pass(50);
  await pace.ready();
  pass(1000);
  await pace.ready();
  expect(slept).toEqual([200, 150]);
});

test('never waits without a limit', async () => {
  const { slept, clock } = testClock();
  const pace = createPace(Number.POSITIVE_INFINITY, clock);
  for (let time = 0; time < 100; time += 1) await pace.ready();
  expect(slept).toEqual([]);
});
