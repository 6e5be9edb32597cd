import { expect, test } from 'vitest';
import { aResponse } from '../../../test/contract/a-response.ts';
import { noKey } from '../../contract/api-key.ts';
import type { Exchange, ExchangeOutcome, PlannedRequest } from '../../contract/exchange.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
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
    skipped: createSkippedRequests({ skip: [], pendingIds: [], shippedIds: [], raceIds: [] }),
    lists: {
      learn: () => void done.push('learn'),
      latest: () => ({ kind: 'unreadable', why: '' }),
      read: () => ({ kind: 'unreadable', why: '' }),
      whyNotAbsent: () => undefined,
      hasCancels: false,
      plain: [],
      changedByOthers: () => false,
      noticeOthers: () => {},
    },
    pace: { ready: async () => void done.push('ready') },
    clock: { now: () => 0, sleep: async (ms) => void done.push(`sleep ${ms}`) },
    waitMs: 0,
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
  const { attempt, isSpent } = createSafeSender(options);
  await attempt(listOrders());
  await attempt(listOrders());
  expect(isSpent()).toBe(false);
  expect(await attempt(listOrders())).toEqual({
    kind: 'withheld',
    reason: 'the budget of 2 requests is spent; `maxRequests` sets it',
  });
  expect(isSpent()).toBe(true);
  expect(done.filter((what) => what === 'send')).toHaveLength(2);
});

test('returns the reason of the policy, and neither waits nor spends budget for a refused request', async () => {
  const { done, options } = recordingOptions();
  const { attempt, isSpent } = createSafeSender({ ...options, maxRequests: 1 });
  for (let time = 0; time < 3; time += 1)
    expect(await attempt(cancelOrder(1n))).toEqual({ kind: 'withheld', reason: 'no DELETE' });
  expect(isSpent()).toBe(false);
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

test('remembers why a request with the key was withheld, and not one without it', async () => {
  const { options } = recordingOptions();
  const { attempt, withheld } = createSafeSender(options);
  await attempt(cancelOrder(1n));
  await attempt(cancelOrder(2n, noKey));
  expect([...withheld]).toEqual([['/store/orders/1', 'no DELETE']]);
});

/** Options whose first responses have this status and Retry-After, before a 200. */
function retryingOptions(status: number, after: string, times: number, change: Partial<SafeSenderOptions>) {
  let left = times;
  const busy = aResponse('', { status, rawHeaders: [['Retry-After', after]] });
  let number = 0;
  const recording = recordingOptions(responded, { maxRequests: 20, ...change });
  const send = async (request: PlannedRequest): Promise<Exchange> => {
    recording.done.push('send');
    number += 1;
    left -= 1;
    const given = left < 0 ? response : busy;
    return { number, request, startedAt: 0, outcome: { kind: 'responded', response: given } };
  };
  const permit = (): Permission => ({ kind: 'permitted' });
  const policy = { ...recording.options.policy, permit };
  return { done: recording.done, options: { ...recording.options, policy, send } };
}

const sendsAndSleeps = (done: readonly string[]) => done.filter((what) => /^s(?:end|leep)/.test(what));

test.each([
  [429, '3'],
  [503, 'Thu, 01 Jan 1970 00:00:03 GMT'],
])('repeats a list that got a %i after the Retry-After %s', async (status, after) => {
  const { done, options } = retryingOptions(status, after, 1, { waitMs: 3000 });
  const { attempt, repeated } = createSafeSender(options);
  expect(await attempt(listOrders())).toMatchObject({ kind: 'responded', exchange: { number: 2 } });
  expect(sendsAndSleeps(done)).toEqual(['send', 'sleep 3000', 'send']);
  expect([...repeated]).toEqual([1]);
});

test('waits no longer than allowed in all, and at least 500 ms at a time', async () => {
  const { done, options } = retryingOptions(429, '0', 9, { waitMs: 1200 });
  expect(await createSafeSender(options).attempt(listOrders())).toMatchObject({ exchange: { number: 4 } });
  expect(sendsAndSleeps(done)).toEqual([
    ...['send', 'sleep 500', 'send', 'sleep 500', 'send', 'sleep 200'],
    'send',
  ]);
});

test.each([
  ['the wait is longer than allowed', 429, '4', 3000],
  ['no wait is allowed', 429, '0', 0],
  ['Retry-After cannot be read', 429, 'soon', 3000],
  ['the service may have handled it', 200, '1', 3000],
])('does not repeat a request if %s', async (_why, status, after, waitMs) => {
  const { done, options } = retryingOptions(status, after, 1, { waitMs });
  await createSafeSender(options).attempt(listOrders());
  expect(sendsAndSleeps(done)).toEqual(['send']);
});

test('repeats a cancel after a 429, and only waits after a 503, which may hide that it was handled', async () => {
  const refused = retryingOptions(429, '1', 1, { waitMs: 3000 });
  await createSafeSender(refused.options).attempt(cancelOrder(1n));
  expect(sendsAndSleeps(refused.done)).toEqual(['send', 'sleep 1000', 'send']);
  const lost = retryingOptions(503, '1', 1, { waitMs: 3000 });
  await createSafeSender(lost.options).attempt(cancelOrder(1n));
  expect(sendsAndSleeps(lost.done)).toEqual(['send', 'sleep 1000']);
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
