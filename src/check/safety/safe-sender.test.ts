import { expect, test } from 'vitest';
import { anExchange, aResponse } from '../../../test/contract/a-response.ts';
import { noKey } from '../../contract/api-key.ts';
import type { Exchange, ExchangeOutcome, PlannedRequest } from '../../contract/exchange.ts';
import { createSurvey } from '../../contract/judge/list-survey.ts';
import { orderListReader } from '../../contract/judge/order-list.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
import { createListsSeen } from './lists-seen.ts';
import { createSafeSender, type SafeSenderOptions } from './safe-sender.ts';

const response = aResponse('[]');
const responded: ExchangeOutcome = { kind: 'responded', response };

const readList = orderListReader(createSurvey());
const settings: SafeSenderOptions['settings'] = {
  ...{ level: 'observe', pendingIds: [], shippedIds: [], raceIds: [], skip: [], cancelBlocked: undefined },
  requestsPerSecond: Number.POSITIVE_INFINITY,
};
const noDelete = 'level observe sends no DELETE; levels probe and cancel do';

/** Options that record their calls, in order. */
function recordingOptions(outcome: ExchangeOutcome = responded, change: Partial<SafeSenderOptions> = {}) {
  const done: string[] = [];
  let number = 0;
  const send = async (request: PlannedRequest): Promise<Exchange> => {
    done.push('send');
    number += 1;
    return { number, request, startedAt: 0, outcome };
  };
  const lists = createListsSeen(readList);
  lists.learn(anExchange(0, listOrders(), aResponse('[{"id":1}]')));
  const options: SafeSenderOptions = {
    send,
    settings,
    lists,
    clock: { now: () => 0, sleep: async (ms) => void done.push(`sleep ${ms}`) },
    signal: undefined,
    onExchange: () => void done.push('onExchange'),
    ...change,
  };
  return { done, options };
}

test('sends, and judges the exchange before the probe sees it', async () => {
  const { done, options } = recordingOptions();
  const attempt = await createSafeSender(options).attempt(listOrders());
  expect(done).toEqual(['send', 'onExchange']);
  expect(attempt).toEqual({
    kind: 'responded',
    response,
    exchange: { number: 1, request: listOrders(), startedAt: 0, outcome: responded },
  });
});

test('returns the reason of the gate, and sends nothing', async () => {
  const { done, options } = recordingOptions();
  const { attempt } = createSafeSender(options);
  expect(await attempt(cancelOrder(1n))).toEqual({ kind: 'withheld', reason: noDelete });
  expect(done).toEqual([]);
});

test('sends nothing if the check is aborted while a request waits for its turn', async () => {
  const ending = new AbortController();
  const clock = { now: () => 0, sleep: async () => ending.abort() };
  const slow = { ...settings, requestsPerSecond: 1 };
  const { done, options } = recordingOptions(responded, { signal: ending.signal, settings: slow, clock });
  const { attempt } = createSafeSender(options);
  await attempt(listOrders());
  expect(await attempt(listOrders())).toEqual({ kind: 'withheld', reason: 'the check had ended' });
  expect(done).toEqual(['send', 'onExchange']);
});

test('remembers why a request with the key was withheld, and not one without it', async () => {
  const { options } = recordingOptions();
  const { attempt, withheld } = createSafeSender(options);
  await attempt(cancelOrder(1n));
  await attempt(cancelOrder(2n, noKey));
  expect([...withheld]).toEqual([['/store/orders/1', noDelete]]);
});

test('keeps five requests per second 200 ms apart, and waits no longer', async () => {
  const slept: number[] = [];
  let now = 1000;
  const clock = {
    now: () => now,
    sleep: async (ms: number): Promise<void> => {
      slept.push(ms);
      now += ms;
    },
  };
  const { options } = recordingOptions(responded, { clock, settings: { ...settings, requestsPerSecond: 5 } });
  const { attempt } = createSafeSender(options);
  await attempt(listOrders());
  await attempt(listOrders());
  now += 50;
  await attempt(listOrders());
  now += 1000;
  await attempt(listOrders());
  expect(slept).toEqual([200, 150]);
});
