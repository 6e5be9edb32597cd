import { expect, test } from 'vitest';
import { anExchange, aResponse } from '../../../test/contract/a-response.ts';
import { noKey, validKey } from '../../contract/api-key.ts';
import type { PlannedRequest, ReceivedResponse } from '../../contract/exchange.ts';
import { createSurvey } from '../../contract/judge/list-survey.ts';
import { orderListReader } from '../../contract/judge/order-list.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
import { createListsSeen, type ListsSeen } from './lists-seen.ts';

const reader = orderListReader(createSurvey());

const taken = 'a list contained an id that a careless target may take for it';

function response(text: string, status = 200, whole = true): ReceivedResponse {
  return aResponse(text, whole ? { status } : { status, body: undefined });
}

function learn(
  lists: ListsSeen,
  number: number,
  request: PlannedRequest,
  given: ReceivedResponse | undefined,
): void {
  const failed = { kind: 'failed', reason: 'timeout', message: '' } as const;
  lists.learn(
    given ? anExchange(number, request, given) : { number, request, startedAt: 0, outcome: failed },
  );
}

/** Returns what is known after these plain lists. */
function after(...texts: readonly string[]): ListsSeen {
  const lists = createListsSeen(reader);
  for (const [index, text] of texts.entries()) learn(lists, index + 1, listOrders(), response(text));
  return lists;
}

test('has no latest list before the first request, and proves nothing absent', () => {
  const lists = createListsSeen(reader);
  expect(lists.latest()).toEqual({ kind: 'unreadable', why: 'no list was requested yet' });
  expect(lists.whyNotAbsent(5n)).toBe('the list cannot be read: no list was requested yet');
});

test('returns the newest plain list with the key as the latest list, with the number of its exchange', () => {
  const lists = after('[{"id":1}]', '[{"id":2}]');
  learn(lists, 3, listOrders(noKey), response('[{"id":3}]'));
  learn(lists, 4, listOrders(validKey, 'limit=1'), response('[{"id":4}]'));
  learn(lists, 5, cancelOrder(1n), response('[{"id":5}]'));
  expect(lists.latest()).toMatchObject({ kind: 'read', exchange: 2, orders: 1 });
});

test.each([
  ['no response', undefined, 'request 2 got no response'],
  ['a 401', response('[]', 401), 'request 2 got a 401'],
  ['an object', response('{}'), 'it is an object, not an array'],
  ['a list that is cut short', response('[]', 200, false), 'its content is damaged'],
])('reports why it cannot read the latest list after %s', (_what, given, why) => {
  const lists = after('[]');
  learn(lists, 2, listOrders(), given);
  expect(lists.latest()).toEqual({ kind: 'unreadable', why });
  expect(lists.whyNotAbsent(5n)).toBe(`the list cannot be read: ${why}`);
});

test.each([
  ['without a key', listOrders(noKey)],
  ['with query parameters', listOrders(validKey, 'limit=1')],
])('keeps the latest list when a request %s gets no response', (_how, request) => {
  const lists = after('[]');
  learn(lists, 2, request, undefined);
  expect(lists.latest()).toMatchObject({ kind: 'read', exchange: 1 });
});

test.each([
  ['an earlier plain list', listOrders(), response('[{"id":1e2}]')],
  ['a list without a key', listOrders(noKey), response('[{"id":1e2}]')],
  ['a list with query parameters', listOrders(validKey, 'limit=1'), response('[{"id":1e2}]')],
  ['the list of an error response', listOrders(noKey), response('[{"id":1e2}]', 500)],
])('does not call an id absent that %s contained, in any form', (_what, request, given) => {
  const lists = createListsSeen(reader);
  learn(lists, 1, request, given);
  learn(lists, 2, listOrders(), response('[]'));
  expect(lists.whyNotAbsent(100n)).toBe(taken);
  expect(lists.whyNotAbsent(101n)).toBeUndefined();
});

test.each([
  ['in a name', 8273645182736451827n, '[{"petId":1,"note":"order 8273645182736451827!"}]'],
  ['in a list that is cut short', 827364518n, '[{"id":827364518'],
  ['below zero', -8273645182736451827n, '[{"id":8273645182736451827}]'],
])('does not call an id absent whose digits are anywhere: %s', (_how, id, text) => {
  const lists = after('[]');
  expect(lists.whyNotAbsent(id)).toBeUndefined();
  learn(lists, 2, listOrders(noKey), response(text));
  expect(lists.whyNotAbsent(id)).toBe('a response contains these digits');
  expect(lists.whyNotAbsent(id + 7n)).toBeUndefined();
});

test.each([
  ['the largest of 32 bits', 8273645182736451827n, '2147483647'],
  ['zero', -827364518n, '0'],
  ['the largest exact double', 8273645182736451827n, '9007199254740991'],
  ['the same nearest double', 9007199254740992n, '9007199254740993'],
  ['the same low 32 bits', 123456789n, String(2n ** 40n + 123456789n)],
])('does not call an id absent that a careless target may take for %s', (_how, id, listed) => {
  expect(after('[{"id":5}]').whyNotAbsent(id)).toBeUndefined();
  expect(after(`[{"id":${listed}}]`).whyNotAbsent(id)).toBe(taken);
});

test('ignores the digits in the response to a cancel', () => {
  const lists = after('[]');
  learn(lists, 2, cancelOrder(827364518n), response('There is no order 827364518.', 404));
  expect(lists.whyNotAbsent(827364518n)).toBeUndefined();
});

test('remembers which lists had the named orders, and whether any list had an order', () => {
  const lists = createListsSeen(reader, new Set([1n, 2n]));
  for (const [index, text] of ['[{"id":1},{"id":3}]', '[{"id":2}]'].entries())
    learn(lists, index + 1, listOrders(), response(text));
  expect(lists.sightings.map(({ listed }) => [...listed])).toEqual([[1n], [2n]]);
  expect([1n, 2n, 3n, 4n].map(lists.everListed)).toEqual([true, true, true, false]);
});
