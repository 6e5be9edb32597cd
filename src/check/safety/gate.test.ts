import { describe, expect, test } from 'vitest';
import { anExchange, aResponse } from '../../../test/contract/a-response.ts';
import { noKey, validKey } from '../../contract/api-key.ts';
import type { PlannedRequest } from '../../contract/exchange.ts';
import { gapRows } from '../../contract/gaps/gaps.ts';
import { createSurvey } from '../../contract/judge/list-survey.ts';
import { orderListReader } from '../../contract/judge/order-list.ts';
import { levels, reaches } from '../../contract/report.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
import { type GateOptions, whyNotPermitted } from './gate.ts';
import { createListsSeen } from './lists-seen.ts';

const options: GateOptions = {
  level: 'race',
  pendingIds: [101n],
  shippedIds: [201n],
  raceIds: [301n],
  cancelBlocked: undefined,
  skip: [],
};

function listsOf(...texts: readonly string[]) {
  const lists = createListsSeen(orderListReader(createSurvey()));
  for (const [number, text] of texts.entries())
    lists.learn(anExchange(number, listOrders(), aResponse(text)));
  return lists;
}

const list = '[{"id":101},{"id":201},{"id":301},{"id":401}]';
const why = (request: PlannedRequest, change: Partial<GateOptions> = {}, ...texts: readonly string[]) =>
  whyNotPermitted(request, { ...options, ...change }, listsOf(...(texts.length === 0 ? [list] : texts)));
const absent = 827364518n;

describe('the gate', () => {
  test.each([
    ['a list with the key', listOrders()],
    ['a list without a key and with a query', listOrders(noKey, 'limit=1')],
    ['a cancel of a named pending order', cancelOrder(101n)],
    ['a cancel of a named shipped order', cancelOrder(201n, noKey)],
    ['a cancel of a raced order', cancelOrder(301n)],
    ['a cancel of an order in no list', cancelOrder(absent)],
  ])('permits %s', (_what, request) => {
    expect(why(request)).toBeUndefined();
  });

  test.each([
    ['an order that is listed and not named', cancelOrder(401n), /too few digits/],
    ['an id with few digits', cancelOrder(77n), /too few digits/],
    ['another path', { ...cancelOrder(101n), path: '/store/orders' }, /exactly one order/],
    ['a path with a trailing slash', { ...cancelOrder(101n), path: '/store/orders/101/' }, /exactly one/],
    ['an id with a leading zero', { ...cancelOrder(101n), path: '/store/orders/0101' }, /exactly one/],
    ['an id beyond int64', { ...cancelOrder(101n), path: `/store/orders/${2n ** 63n}` }, /exactly one/],
    ['a cancel with a query', { ...cancelOrder(101n), query: 'all' }, /exactly one order/],
    ['a GET of an order', { ...listOrders(), path: '/store/orders/101' }, /only the list/],
  ])('refuses a request for %s', (_what, request, reason) => {
    expect(why(request as PlannedRequest)).toMatch(reason);
  });

  test.each([
    // lists-seen.test.ts has why an id may exist.
    ['no list was read', [], /no list was requested/],
    ['the newest list cannot be read', [list, '{}'], /cannot be read/],
    ['an earlier list had the id', [`[{"id":${absent}}]`, '[]'], /a response contains these digits/],
  ] as const)('refuses the cancel of an order that is not named if %s', (_what, texts, reason) => {
    expect(whyNotPermitted(cancelOrder(absent), options, listsOf(...texts))).toMatch(reason);
  });

  test.each([
    ['the list does not have it', { level: 'cancel' }, '[]', /is not in the list$/],
    ['the user may not cancel', { cancelBlocked: 'not yours' }, list, /not yours/],
  ] as const)('refuses the cancel of a named order if %s', (_what, change, text, reason) => {
    expect(why(cancelOrder(101n), change, text)).toMatch(reason);
  });

  test('permits another cancel of a named order that has left the list, and of a shipped order in no list', () => {
    expect(why(cancelOrder(101n), {}, list, '[]')).toBeUndefined();
    expect(why(cancelOrder(201n), {}, '[]')).toBeUndefined();
  });

  test.each(levels)('permits at level %s only the cancels of that level', (level) => {
    const isPermitted = (id: bigint) => why(cancelOrder(id, validKey), { level }) === undefined;
    expect([absent, 101n, 201n, 301n].map(isPermitted)).toEqual([
      reaches(level, 'probe'),
      reaches(level, 'cancel'),
      reaches(level, 'cancel'),
      reaches(level, 'race'),
    ]);
  });

  test.each(Object.values(gapRows).flatMap(({ sent }) => sent ?? []))(
    'permits $request.method $request.path from level $level on',
    ({ request, level }) => {
      for (const one of levels) expect(why(request, { level: one }) === undefined).toBe(reaches(one, level));
    },
  );

  test.each(['DELETE', 'POST'])('refuses a %s without an operation', (method) => {
    const request = { ...listOrders(), operationId: undefined, method } as PlannedRequest;
    expect(why({ ...request, path: '/store/orders/101' })).toMatch(/may change something/);
  });
});
