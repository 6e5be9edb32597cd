import { expect, test } from 'vitest';
import { anExchange, aResponse } from '../../../test/contract/a-response.ts';
import { gaps } from '../../simulator/environment/gaps/gaps.ts';
import type { Exchange, ReceivedResponse } from '../exchange.ts';
import { createSurvey } from '../judge/list-survey.ts';
import { cancelOrder, listOrders } from '../requests.ts';
import { gapRows, observableGaps, observationOf, observeGaps } from './gaps.ts';

type Headers = ReceivedResponse['rawHeaders'];

/** Returns the observations in a response as `gap: observed`, marked with (!) if they are not allowed. */
function observedIn(
  request: Exchange['request'],
  status: number,
  rawHeaders: Headers,
  text = '',
): readonly string[] {
  const exchanged = anExchange(5, request, aResponse(text, { status, rawHeaders }));
  return observeGaps(exchanged, createSurvey()).map(({ gap, observed, allowed, exchange }) => {
    expect(exchange).toBe(5);
    return `${gap}: ${observed}${allowed ? '' : ' (!)'}`;
  });
}

const typed = (type: string): Headers => [['Content-Type', type]];
const cancelled = (status: number, headers: Headers, text = ''): readonly string[] =>
  observedIn(cancelOrder(1n), status, headers, text);

test.each([
  ['application/json', 'content-type: bare'],
  ['Application/JSON', 'content-type: bare'],
  ['application/json; charset=utf-8', 'content-type: charset'],
  ['application/json  ;  charset="UTF-8"', 'content-type: charset'],
  ['application/json;x;charset=utf-8', 'content-type: application/json;x;charset=utf-8 (!)'],
  ['text/x-application/json', undefined],
  ['text/html', undefined],
])('observes %s as %s', (type, seen) => {
  expect(cancelled(404, typed(type))).toEqual(seen === undefined ? [] : [seen]);
});

test.each([
  [[], ['etag: off']],
  [[['ETag', '"a"']], ['etag: on']],
  [[['content-encoding', 'Identity']], ['etag: off']],
  [[['Content-Encoding', 'gzip']], ['etag: off', 'list-compression: on']],
  [[['Access-Control-Allow-Origin', '*']], ['etag: off', 'cors: on']],
] as const)('observes the headers %j of a list as %j', (headers, seen) => {
  expect(observedIn(listOrders(), 200, headers, 'x')).toEqual(seen);
  expect(cancelled(200, headers, 'x')).toEqual([]);
  expect(observedIn(listOrders(), 201, headers, 'x')).toEqual([]);
});

test.each([
  [[], 'none'],
  [['Bearer'], 'bearer'],
  [['Basic', 'Bearer'], 'bearer'],
  [['Basic,Bearer'], 'bearer'],
  [['Basic', 'Digest'], 'Basic, Digest (!)'],
  [['Bearers'], 'Bearers (!)'],
])('observes the challenges %j as %s', (challenges, seen) => {
  const headers = challenges.map((challenge) => ['WWW-Authenticate', challenge] as const);
  expect(cancelled(401, headers)).toEqual([`www-authenticate: ${seen}`]);
  expect(cancelled(404, headers)).toEqual([]);
});

test.each([
  ['{"code":"c","message":"m","status":404}', ['error-codes: 404: c']],
  ['{"code":"c","a":1,"b":2}', ['error-codes: 404: c', 'extra-fields: in an Error: a, b']],
  ['{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}', ['extra-fields: in an Error: a, b, c, d, e']],
  [
    `{"code":"${'c'.repeat(61)}","${'n'.repeat(61)}":1}`,
    [`error-codes: 404: ${'c'.repeat(60)}…`, `extra-fields: in an Error: ${'n'.repeat(60)}…`],
  ],
  ['null', []],
  ['{"code":', []],
])('observes the Error %s as %j', (text, seen) => {
  expect(cancelled(404, [], text)).toEqual(seen);
});

test.each([
  ['', [], 'empty'],
  ['{"code":"c","message":"m","status":409}', [], 'error'],
  ['It has shipped.', typed('text/plain; charset=utf-8'), 'text'],
  ['It has shipped.', [], 'of no type'],
  ['{"code":"c"}', typed('application/json'), 'application/json'],
] as const)('observes the conflict %j of type %j as %s', (text, headers, seen) => {
  const observed = cancelled(409, headers, text).filter((one) => one.startsWith('conflict-body'));
  expect(observed).toEqual([`conflict-body: ${seen}`]);
});

test('names at most five extra fields, and every form of a date', () => {
  const dates = ['2026-01-20T10:00:00Z', '2026-01-20T10:00:00.000Z', '2026-01-20T10:00:00+01:00'];
  const orders = dates.toReversed().map((date) => `{"shipDate":"${date}"}`);
  const seen = observedIn(
    listOrders(),
    200,
    [],
    `[{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1},${orders.join(',')}]`,
  );
  expect(seen.filter((one) => /^(?:extra|ship)/.test(one))).toEqual([
    'extra-fields: in an order: a, b, c, d, e',
    'ship-date-form: millis',
    'ship-date-form: offset',
    'ship-date-form: utc-seconds',
  ]);
});

test.each(observableGaps)('%s has only choices of the table of gaps', (key) => {
  const gap = gaps.find((row) => row.key === key);
  expect(gap).toBeDefined();
  const known: readonly string[] = gapRows[key].choices ?? [];
  expect(Object.keys(gap?.choices ?? {})).toEqual(expect.arrayContaining([...known]));
});

test('does not allow a choice that is not in a closed table', () => {
  expect(observationOf('cancel-again', 'conflict', 1).allowed).toBe(true);
  expect(observationOf('cancel-again', 'no-content', 1).allowed).toBe(false);
  expect(observationOf('conflict-body', 'anything at all', 1).allowed).toBe(true);
});
