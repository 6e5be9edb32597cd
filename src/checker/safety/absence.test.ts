import { expect, test } from 'vitest';
import { aResponse } from '../../../test/checker/a-response.ts';
import { surveyList } from '../judge/list-survey.ts';
import { orderListReader } from '../judge/order-list.ts';
import { cancelOrder, listOrders, noKey, validKey } from '../probes/requests.ts';
import type { Answer, Exchange, PlannedRequest } from '../wire/exchange.ts';
import { createListsSeen, type ListsSeen } from './lists-seen.ts';

const reader = orderListReader(surveyList);

function answer(text: string, status = 200, whole = true): Answer {
  return aResponse(text, whole ? { status } : { status, body: undefined });
}

function learn(lists: ListsSeen, number: number, request: PlannedRequest, given: Answer | undefined): void {
  const outcome: Exchange['outcome'] =
    given === undefined
      ? { kind: 'failed', reason: 'timeout', message: '' }
      : { kind: 'answered', answer: given };
  lists.learn({ number, request, startedAt: 0, outcome });
}

/** Lists seen after these plain ones. */
function after(...texts: readonly string[]): ListsSeen {
  const lists = createListsSeen(reader);
  for (const [index, text] of texts.entries()) learn(lists, index + 1, listOrders(), answer(text));
  return lists;
}

test('has no latest list before one was asked for, and calls nothing absent', () => {
  const lists = createListsSeen(reader);
  expect(lists.latest()).toEqual({ kind: 'unreadable', why: 'no list was asked for yet' });
  expect(lists.whyNotAbsent(5n)).toBe('the list cannot be read: no list was asked for yet');
});

test('the latest list is the newest plain one with the key, with the number of its exchange', () => {
  const lists = after('[{"id":1}]', '[{"id":2}]');
  learn(lists, 3, listOrders(noKey), answer('[{"id":3}]'));
  learn(lists, 4, listOrders(validKey, 'limit=1'), answer('[{"id":4}]'));
  learn(lists, 5, cancelOrder(1n), answer('[{"id":5}]'));
  expect(lists.latest()).toMatchObject({ kind: 'read', exchange: 2, orders: 1 });
});

test.each([
  ['no answer', undefined, 'request 2 got no answer'],
  ['a refusal', answer('[]', 401), 'request 2 was answered with 401'],
  ['an object', answer('{}'), 'it is an object, not an array'],
  ['a list cut short', answer('[]', 200, false), 'its content is damaged'],
])('cannot read the latest list after %s, and says why', (_what, given, why) => {
  const lists = after('[]');
  learn(lists, 2, listOrders(), given);
  expect(lists.latest()).toEqual({ kind: 'unreadable', why });
  expect(lists.whyNotAbsent(5n)).toBe(`the list cannot be read: ${why}`);
});

test.each([
  ['without a key', listOrders(noKey)],
  ['with query parameters', listOrders(validKey, 'limit=1')],
])('keeps the latest list when a request %s gets no answer', (_how, request) => {
  const lists = after('[]');
  learn(lists, 2, request, undefined);
  expect(lists.latest()).toMatchObject({ kind: 'read', exchange: 1 });
});

test.each([
  ['an earlier plain list', listOrders(), answer('[{"id":1e2}]')],
  ['a list without a key', listOrders(noKey), answer('[{"id":1e2}]')],
  ['a list with query parameters', listOrders(validKey, 'limit=1'), answer('[{"id":1e2}]')],
  ['a list in a refusal', listOrders(noKey), answer('[{"id":1e2}]', 500)],
])('calls no id absent that %s showed, in whatever form', (_what, request, given) => {
  const lists = createListsSeen(reader);
  learn(lists, 1, request, given);
  learn(lists, 2, listOrders(), answer('[]'));
  expect(lists.whyNotAbsent(100n)).toBe('a list showed this id or one like it');
  expect(lists.whyNotAbsent(-100n)).toBe('a list showed this id or one like it');
  expect(lists.whyNotAbsent(101n)).toBeUndefined();
});

test.each([
  ['text', answer('[{"id":"77"}]')],
  ['a part of another number', answer('[{"id":1770}]')],
  ['a sentence', answer('There is no order 77.', 404)],
  ['an answer cut short', answer('[{"id":77', 200, false)],
])('calls no id absent whose digits stood in %s', (_what, given) => {
  const lists = createListsSeen(reader);
  learn(lists, 1, listOrders(noKey), given);
  learn(lists, 2, listOrders(), answer('[]'));
  expect(lists.whyNotAbsent(77n)).toBe('an answer holds these digits');
  expect(lists.whyNotAbsent(77n)).toBe('an answer holds these digits');
  expect(lists.whyNotAbsent(78n)).toBeUndefined();
});

test('looks for the digits in every answer that came since it looked last', () => {
  const lists = after('[{"id":1}]');
  expect(lists.whyNotAbsent(77n)).toBeUndefined();
  expect(lists.whyNotAbsent(77n)).toBeUndefined();
  learn(lists, 2, listOrders(), answer('[{"id":1,"x":"77"}]'));
  expect(lists.whyNotAbsent(77n)).toBe('an answer holds these digits');
});

test('takes no digits from the answer to a cancel', () => {
  const lists = after('[]');
  learn(lists, 2, cancelOrder(77n), answer('There is no order 77.', 404));
  expect(lists.whyNotAbsent(77n)).toBeUndefined();
});

test('reads a list once, however often it comes, but one cut short apart from the whole one', () => {
  let readings = 0;
  const lists = createListsSeen((body) => {
    readings += 1;
    return reader(body);
  });
  expect(lists.read(answer('[{"id":1}]'))).toMatchObject({ kind: 'read', orders: 1 });
  expect(lists.read(answer('[{"id":1}]'))).toMatchObject({ kind: 'read', orders: 1 });
  expect(readings).toBe(1);
  expect(lists.read(answer('[{"id":1}]', 200, false)).kind).toBe('unreadable');
  expect(lists.read(answer('[{"id":1}]', 200, false)).kind).toBe('unreadable');
  expect(lists.read(answer('[{"id":2}]'))).toMatchObject({ kind: 'read', orders: 1 });
  expect(readings).toBe(3);
});
