import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aResponse } from '../../../test/contract/a-response.ts';
import { noKey, validKey } from '../../contract/api-key.ts';
import type { Exchange, PlannedRequest, ReceivedResponse } from '../../contract/exchange.ts';
import { surveyList } from '../../contract/judge/list-survey.ts';
import { orderListReader } from '../../contract/judge/order-list.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
import { createListsSeen, hasDigitRun, type ListsSeen } from './lists-seen.ts';

const reader = orderListReader(surveyList);

function response(text: string, status = 200, whole = true): ReceivedResponse {
  return aResponse(text, whole ? { status } : { status, body: undefined });
}

function learn(
  lists: ListsSeen,
  number: number,
  request: PlannedRequest,
  given: ReceivedResponse | undefined,
): void {
  const outcome: Exchange['outcome'] =
    given === undefined
      ? { kind: 'failed', reason: 'timeout', message: '' }
      : { kind: 'responded', response: given };
  lists.learn({ number, request, startedAt: 0, outcome });
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
  expect(lists.whyNotAbsent(100n)).toBe('a list contained this id');
  expect(lists.whyNotAbsent(-100n)).toBe(
    'a list contained 100, and a careless target may take it for that order',
  );
  expect(lists.whyNotAbsent(101n)).toBeUndefined();
});

test.each([
  ['text', response('[{"id":"77"}]')],
  ['a part of another number', response('[{"id":1770}]')],
  ['a sentence', response('There is no order 77.', 404)],
  ['a response that is cut short', response('[{"id":77', 200, false)],
])('does not call an id absent whose digits were in %s', (_what, given) => {
  const lists = createListsSeen(reader);
  learn(lists, 1, listOrders(noKey), given);
  learn(lists, 2, listOrders(), response('[]'));
  expect(lists.whyNotAbsent(77n)).toBe('a response contains these digits');
  expect(lists.whyNotAbsent(77n)).toBe('a response contains these digits');
  expect(lists.whyNotAbsent(78n)).toBeUndefined();
});

test('searches every response since the last search for the digits', () => {
  const lists = after('[{"id":1}]');
  expect(lists.whyNotAbsent(77n)).toBeUndefined();
  expect(lists.whyNotAbsent(77n)).toBeUndefined();
  learn(lists, 2, listOrders(), response('[{"id":1,"x":"77"}]'));
  expect(lists.whyNotAbsent(77n)).toBe('a response contains these digits');
});

test('ignores the digits in the response to a cancel', () => {
  const lists = after('[]');
  learn(lists, 2, cancelOrder(77n), response('There is no order 77.', 404));
  expect(lists.whyNotAbsent(77n)).toBeUndefined();
});

/** Returns what is known after an empty plain list and this response to a request without a key. */
function withoutKey(text: string): ListsSeen {
  const lists = after('[]');
  learn(lists, 2, listOrders(noKey), response(text));
  return lists;
}

const holds = 'a response contains these digits';

test.each([
  ['of 19 digits', 8273645182736451827n, '[{"petId":1,"note":"order 8273645182736451827!"}]'],
  ['in a longer number', 8273645182736451827n, '[{"note":"0082736451827364518270"}]'],
  ['of 15 digits', 827364518273645n, '[{"note":"827364518273645"}]'],
  ['of few digits', 82736n, '[{"note":"82736"}]'],
  ['below zero', -8273645182736451827n, '[{"note":"-8273645182736451827"}]'],
  ['in text that is not JSON', 8273645182736451827n, 'order 8273645182736451827'],
])('does not call an id absent whose digits are anywhere: %s', (_how, id, text) => {
  expect(after('[]').whyNotAbsent(id)).toBeUndefined();
  expect(withoutKey(text).whyNotAbsent(id)).toBe(holds);
  expect(withoutKey(text).whyNotAbsent(id + 1n)).toBeUndefined();
});

test('searches responses that arrive after an id was found absent', () => {
  const id = 8273645182736451827n;
  const seen = withoutKey('[{"note":"8273645182736451828"}]');
  expect(seen.whyNotAbsent(id)).toBeUndefined();
  learn(seen, 3, listOrders(noKey), response(`{"error":"no order ${id}"}`));
  expect(seen.whyNotAbsent(id)).toBe(holds);
});

test.each([
  ['a clamped one', 8273645182736451827n, '2147483647'],
  ['a clamped negative one', -8273645182736451827n, '-2147483648'],
  ['the largest exact one', 8273645182736451827n, '9007199254740991'],
])('does not call an id absent that a parser may take for %s', (_how, id, listed) => {
  expect(after('[{"id":1}]').whyNotAbsent(id)).toBeUndefined();
  expect(after(`[{"id":${listed}}]`).whyNotAbsent(id)).toBe(
    `a list contained ${listed}, and a careless target may take it for that order`,
  );
});

test.each([
  ['the same nearest double', 9007199254740992n, '9007199254740993'],
  ['the same low 32 bits', 123456789n, String(2n ** 40n + 123456789n)],
])('does not call an id absent if a listed one has %s', (_how, id, listed) => {
  expect(after('[{"id":5}]').whyNotAbsent(id)).toBeUndefined();
  expect(after(`[{"id":${listed}}]`).whyNotAbsent(id)).toBe('a list contained a similar id');
});

test('knows that someone else uses the target if two lists differ without a cancel between them', () => {
  expect(after('[{"id":1}]', '[{"id":1}]').changedByOthers()).toBe(false);
  expect(after('[{"id":1}]', '[{"id":1},{"id":2}]').changedByOthers()).toBe(true);
  const lists = after('[{"id":1}]');
  learn(lists, 2, listOrders(validKey, 'limit=1'), response('[]'));
  learn(lists, 3, cancelOrder(1n), response('', 204));
  learn(lists, 4, listOrders(), response('[]'));
  expect(lists.changedByOthers()).toBe(false);
  learn(lists, 5, listOrders(), response('[{"id":2}]'));
  expect(lists.changedByOthers()).toBe(true);
  expect(lists.plain.map(({ exchange }) => exchange)).toEqual([1, 4, 5]);
});

test('finds a run of digits anywhere, and no shorter one', () => {
  const text = fc.array(fc.constantFrom('0', '9', '12345', '678', 'x', '/', ':', 'é'), { maxLength: 12 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (parts, length) => {
      const found = hasDigitRun(Buffer.from(parts.join('')), length);
      expect(found).toBe(new RegExp(`[0-9]{${length}}`).test(parts.join('')));
    }),
    { numRuns: 1000 },
  );
});
