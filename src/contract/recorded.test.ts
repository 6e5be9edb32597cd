import { expect, test } from 'vitest';
import { anExchange, aResponse } from '../../test/contract/a-response.ts';
import type { PlannedRequest } from './exchange.ts';
import { createSurvey } from './judge/list-survey.ts';
import { orderListReader } from './judge/order-list.ts';
import { askedFor, RecordedOperations } from './recorded.ts';
import { cancelOrder, listOrders } from './requests.ts';

type Recorded = {
  readonly request?: PlannedRequest;
  readonly text?: string;
  readonly base?: string;
  readonly key?: string;
};

const list = (text: string, more: Recorded = {}): Recorded => ({ text, ...more });

/** Returns the orders that a list has, and those that it is without, after the cancel of one. */
function shownAfterCancel(id: bigint, { text = '', base, key, request = listOrders() }: Recorded) {
  const operations = new RecordedOperations(orderListReader(createSurvey()));
  const read = (of: PlannedRequest, status: number, body: string, basePath = '/v1', bearer = 'key') =>
    operations.read(
      {
        exchange: anExchange(1, of, aResponse(body, { status })),
        ...{ endedAt: 0, headersKnown: true, framingKnown: false },
        ...askedFor([['Authorization', `Bearer ${bearer}`]]),
      },
      basePath,
    );
  read(cancelOrder(id), 204, '');
  const operation = read(request, 200, text, base, key);
  return operation?.kind === 'list' ? [operation.orders, operation.without] : undefined;
}

const path = '/v1/store/orders/1';

test.each<[string, bigint, Recorded, unknown]>([
  ['a list with the order', 1n, list('[{"id":1},{"id":2}]'), [[path], []]],
  ['a list without the order', 1n, list('[{"id":2}]'), [[], [path]]],
  ['a list whose orders lack ids', 1n, list('[{"petId":2}]'), [[], []]],
  ['a list that rounds ids', 9007199254740993n, list('[{"id":9007199254740992}]'), [[], []]],
  ['a list of another environment', 1n, list('[]', { base: '/staging/v1' }), undefined],
  ['a list with another key', 1n, list('[]', { key: 'other' }), undefined],
  ['a list with a query', 1n, list('[]', { request: listOrders(undefined, 'a=1') }), undefined],
])('of a cancelled order, %s shows what it has', (_what, id, recorded, expected) => {
  expect(shownAfterCancel(id, recorded)).toEqual(expected);
});

test.each<[string, boolean]>([
  ['text/html, */*;q=0.8', false],
  ['application/*', false],
  ['application/json-seq, text/html', true],
])('a client with Accept: %s accepts no JSON: %j', (accept, noJson) => {
  expect(askedFor([['Accept', accept]])).toMatchObject({ noJson });
});
