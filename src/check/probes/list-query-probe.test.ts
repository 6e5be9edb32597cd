import { expect, test } from 'vitest';
import { aResponse } from '../../../test/contract/a-response.ts';
import type { ReceivedResponse } from '../../contract/exchange.ts';
import { surveyList } from '../../contract/judge/list-survey.ts';
import { orderListReader, sameOrders } from '../../contract/judge/order-list.ts';
import { summarise } from './expect-status.ts';

function same(one: string, other: string): boolean {
  const read = orderListReader(surveyList);
  const [first, second] = [read(Buffer.from(one)), read(Buffer.from(other))];
  if (first.kind === 'unreadable' || second.kind === 'unreadable') throw new Error('no lists');
  return sameOrders(first, second);
}

test.each([
  [true, '[]', '[]'],
  [true, '[{"id":1},{"id":2}]', '[{"id":2,"petId":3},{"id":1}]'],
  [false, '[{"id":1}]', '[{"id":1},{"id":2}]'],
  [false, '[{"id":1},{"id":2}]', '[{"id":1},{"id":3}]'],
  [false, '[{"id":1},{"id":1}]', '[{"id":1},{"id":2}]'],
  [true, '[{"id":1},{}]', '[{"id":1},{"id":2}]'],
  [true, '[{"id":1},{"id":2}]', '[{"id":1},{}]'],
  [true, '[{},{}]', '[{},{}]'],
  [false, '[{},{}]', '[{}]'],
  [false, '[{"id":1},{}]', '[{"id":1}]'],
])('returns %s for %s and %s', (is, one, other) => {
  expect(same(one, other)).toBe(is);
});

function response(content: string, body: string | undefined): ReceivedResponse {
  return aResponse(content, {
    statusLine: 'HTTP/1.1 404 X',
    status: 404,
    body: body === undefined ? undefined : Buffer.from(body),
  });
}

test.each([
  ['HTTP/1.1 404 X', '', ''],
  ['HTTP/1.1 404 X', ' \n', ' \n'],
  ['HTTP/1.1 404 X, body', 'coded', ' body\n'],
  ['HTTP/1.1 404 X, cut', 'cut', undefined],
  [`HTTP/1.1 404 X, ${'x'.repeat(200)}`, '', 'x'.repeat(201)],
])('summarises a response as %j', (line, content, body) => {
  expect(summarise(response(content, body))).toBe(line);
});
