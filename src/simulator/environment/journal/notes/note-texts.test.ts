import { expect, test } from 'vitest';
import { context } from '../../../../../test/simulator/environment/journal/a-journal.ts';
import { anEntry } from '../../../../../test/simulator/environment/journal/an-entry.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { notesOn } from './notes.ts';

const known = { ids: [9007199254740993n, -9007199254740993n, 1001n], pending: [] };
const told = (line: string, rest: Partial<JournalEntry> = {}) =>
  notesOn(anEntry(line, rest), context(), known).map(({ code, text }) => `${code}: ${text}`);
const refusedWith = (...rawHeaders: string[]): Partial<JournalEntry> => ({
  refusal: 'unauthorized',
  status: 401,
  rawHeaders,
});
const bearer = (token: string) => refusedWith('Authorization', `Bearer ${token}`);
const list = 'GET /v1/store/orders';

const doubled =
  'doubled-slash: The path has two slashes in a row; a base address that ends in a slash was probably joined to a path that begins with one.';
const wanted = '"Authorization: Bearer <API_KEY>"';
const absent = `no-key: There is no Authorization header; every operation wants ${wanted}.`;
const around =
  'Around the key there is something that is no part of it: quotes, white space, a line end or a second "Bearer"';

test.each<[string, Partial<JournalEntry>, readonly string[]]>([
  [
    'GET //Store///ORDERS/',
    {},
    [
      doubled,
      'trailing-slash: Paths match to the letter: "/Store/ORDERS/" has a slash at its end; "/Store/ORDERS" has none.',
      'upper-case-path: Paths match to the letter: "/Store/ORDERS" has upper case; "/store/orders" has none.',
      'no-version: The version is part of the base address: "/v1/store/orders".',
    ],
  ],
  ['GET /pets/7', {}, ['no-version: The version is part of the base address: "/v1/pets/7".']],
  ['GET /store/orders/7', {}, ['no-version: The version is part of the base address: "/v1/store/orders/7".']],
  ['GET /staging/v1//pets/7', {}, [doubled]],
  ['POST //quickstart/messages', {}, [doubled]],
  [
    'DELETE /v1/store/orders/',
    {},
    [
      'empty-id: The path ends where the order id would stand: it was probably empty when "/v1/store/orders/" was put together.',
    ],
  ],
  [
    'GET /v1/store/orders/',
    {},
    [
      'trailing-slash: Paths match to the letter: "/v1/store/orders/" has a slash at its end; "/v1/store/orders" has none.',
    ],
  ],
  ['DELETE /v1/store/orders/ABC', { refusal: 'order_not_found', status: 404 }, []],
  ['GET /', {}, []],
  ['GET //', {}, []],
  ['GET /v2/Store/Orders', {}, []],
  ['PUT /v1/store/orders', {}, ['wrong-method: PUT is no method of this path: GET lists the orders.']],
  [
    'GET /v1/store/orders/7',
    {},
    [
      'wrong-method: GET is no method of this path: DELETE cancels the order; there is no other operation on a single one.',
    ],
  ],
  ['PUT /v1/pets/7', {}, ['wrong-method: PUT is no method of this path: GET is the only one.']],
  ['GET /quickstart/messages', {}, ['wrong-method: GET is no method of this path: POST is the only one.']],
  [
    `${list}?page=2`,
    {},
    [
      'query-ignored: The query filters nothing: the list has neither filtering nor pagination and is always whole.',
    ],
  ],
  ['GET /v1/pets/7?x', {}, ['query-ignored: The query does nothing: the operation has no query parameters.']],
  [`${list}?`, {}, []],
  [
    'PUT /v1/store/orders?page=2',
    { operation: undefined },
    ['wrong-method: PUT is no method of this path: GET lists the orders.'],
  ],
  [
    list,
    { body: Buffer.from('a') },
    ['body-ignored: The body of the GET is ignored: the operation has none.'],
  ],
  ['GET /v1/nothing', { body: Buffer.from('a') }, []],
  [
    'DELETE /v1/store/orders/-9007199254740992',
    { cancel: 'unknown', status: 404 },
    [
      'rounded-id: No order has the id -9007199254740992, but one has -9007199254740993: ids are int64, and this one was probably rounded on its way through a double.',
    ],
  ],
  ['DELETE /v1/store/orders/9007199254740991', { cancel: 'unknown', status: 404 }, []],
  ['DELETE /v1/store/orders/-9007199254740991', { cancel: 'unknown', status: 404 }, []],
  ['DELETE /v1/store/orders/9007199254740993', { cancel: 'unknown', status: 404 }, []],
  ['DELETE /v1/store/orders/9007199254740992', { cancel: 'already-shipped', status: 409 }, []],
  ['DELETE /v1/store/orders/9007199254740992x', { cancel: 'unknown', status: 404 }, []],
])('%s, %o: tells %o', (line, rest, notes) => {
  expect(told(line, rest)).toEqual(notes);
});

test.each<[string, Partial<JournalEntry>, readonly string[]]>([
  [list, refusedWith(), [absent]],
  [list, refusedWith('Cookie', 'token=a', 'Sec-Token', 'b', 'Accept', 'c', 'note', 'X-Token'), [absent]],
  [
    list,
    refusedWith('Accept', '*/*', 'Proxy-Cookie-Auth', 'a', 'X-Token', 'b'),
    [`misplaced-key: The key seems to be in the header X-Token; it belongs in ${wanted}.`],
  ],
  [
    list,
    refusedWith('X-Sec-Token', 'b'),
    [`misplaced-key: The key seems to be in the header X-Sec-Token; it belongs in ${wanted}.`],
  ],
  [
    `${list}?page=1&api%5Fkey=a&token=b`,
    refusedWith(),
    [
      `misplaced-key: The key seems to be in the query (api%5Fkey); it belongs in ${wanted}.`,
      'query-ignored: The query filters nothing: the list has neither filtering nor pagination and is always whole.',
    ],
  ],
  [
    list,
    refusedWith('Authorization', 'Bearer a', 'Authorization', ''),
    ['several-keys: There are several Authorization headers; exactly one is allowed.'],
  ],
  [
    list,
    refusedWith('Authorization', 'Token a'),
    ['no-bearer: The scheme is "Token"; the service knows "Bearer" alone.'],
  ],
  [
    list,
    refusedWith('Authorization', ' test-api-key '),
    [`no-bearer: The key is right, but the word "Bearer" is missing in front of it: ${wanted}.`],
  ],
  [
    list,
    refusedWith('Authorization', 'a'),
    [`no-bearer: The word "Bearer" is missing in front of it: ${wanted}.`],
  ],
  [list, bearer(' '), ['no-key: There is no key behind "Bearer"; a variable was probably empty.']],
  [
    list,
    bearer(`"<API_KEY>'`),
    [
      'placeholder-key: The key is a placeholder of the documentation, or a variable that was never filled in.',
    ],
  ],
  [
    list,
    bearer('<API_KEY> '),
    [
      'placeholder-key: The key is a placeholder of the documentation, or a variable that was never filled in.',
    ],
  ],
  [list, bearer('x<API_KEY>'), []],
  [list, bearer('api"_key'), []],
  [list, bearer('\t'), ['no-key: There is no key behind "Bearer"; a variable was probably empty.']],
  [list, bearer('xbearer test-api-key'), ['wrapped-key: There is a space within the key.']],
  [list, bearer(`"'test-api-key`), [`wrapped-key: ${around}; without it, the key would be right.`]],
  [list, bearer('%0atest-api-key'), [`wrapped-key: ${around}; without it, the key would be right.`]],
  [list, bearer('\\ntest-api-key'), [`wrapped-key: ${around}; without it, the key would be right.`]],
  [list, bearer('"test-api-key"'), [`wrapped-key: ${around}; without it, the key would be right.`]],
  [list, bearer("'some-key'"), [`wrapped-key: ${around}.`]],
  [list, bearer('bearer  test-api-key'), [`wrapped-key: ${around}; without it, the key would be right.`]],
  [list, bearer('test-api-key%0D%0a'), [`wrapped-key: ${around}; without it, the key would be right.`]],
  [list, bearer('%20test-api-key\\r\\n'), [`wrapped-key: ${around}; without it, the key would be right.`]],
  [list, bearer('test api-key'), ['wrapped-key: There is a space within the key.']],
  [list, bearer('"test api-key"'), ['wrapped-key: There is a space within the key.']],
  [
    list,
    bearer('test-staging-key'),
    [
      'other-environment-key: This is a key of staging; the request went to production, and each environment has keys of its own.',
    ],
  ],
  [list, bearer('test-api-key'), []],
  [list, { ...bearer('test-staging-key'), refusal: undefined, status: 200 }, []],
])('of a key refused: %s, %o tells %o', (line, rest, notes) => {
  expect(told(line, rest)).toEqual(notes);
});

test('a key in upper case in a path is left as it is, so that it is known for one and taken out', () => {
  const owning = { ...context(), ownsKey: (text: string) => text === 'KEY-1' };
  const notes = notesOn(anEntry('GET /V1/store/orders/KEY-1'), owning, known);
  expect(notes.map(({ text }) => text)).toEqual([
    'Paths match to the letter: "/V1/store/orders/KEY-1" has upper case; "/v1/store/orders/KEY-1" has none.',
  ]);
});
