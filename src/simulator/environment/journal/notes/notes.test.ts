import { expect, test } from 'vitest';
import { anEntry, context } from '../../../../../test/simulator/environment/journal/a-journal.ts';
import { ApiKeys } from '../../api-keys.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { notesOn } from './notes.ts';

const known = { ids: [9007199254740993n, -9007199254740993n, 1001n], pending: [] };
const notesOf = (line: string, rest: Partial<JournalEntry> = {}) =>
  notesOn(anEntry(line, rest), context(), known).map(({ code, text }) => `${code}: ${text}`);
const refusedWith = (...rawHeaders: string[]): Partial<JournalEntry> => ({
  refusal: 'unauthorized',
  status: 401,
  rawHeaders,
});
const bearer = (token: string) => refusedWith('Authorization', `Bearer ${token}`);
const list = 'GET /v1/store/orders';

const doubled =
  'doubled-slash: The path has two slashes in a row; a base address that ends with a slash was probably joined to a path that starts with one.';
const wanted = '"Authorization: Bearer <API_KEY>"';
const absent = `no-key: The request has no Authorization header; every operation requires ${wanted}.`;
const around =
  'The key is wrapped in characters that are not part of it: quotes, white space, a line end or a second "Bearer"';

type Case = [string, Partial<JournalEntry>, readonly string[]];

const ofRequests: readonly Case[] = [
  [
    'GET //Store///ORDERS/',
    {},
    [
      doubled,
      'trailing-slash: Paths match exactly: "/Store/ORDERS/" has a trailing slash; "/Store/ORDERS" has none.',
      'upper-case-path: Paths match exactly: "/Store/ORDERS" has upper case; "/store/orders" has none.',
      'no-version: The version is part of the base address: "/v1/store/orders".',
    ],
  ],
  ['GET /pets/7', {}, ['no-version: The version is part of the base address: "/v1/pets/7".']],
  [
    'DELETE /v1/store/orders/',
    {},
    [
      'empty-id: The path ends where the order id should be: the id was probably empty when "/v1/store/orders/" was built.',
    ],
  ],
  ['DELETE /v1/store/orders/ABC', { refusal: 'order_not_found', status: 404 }, []],
  ['PUT /v1/store/orders', {}, ['wrong-method: PUT is not a method of this path: GET lists the orders.']],
  [
    `${list}?page=2`,
    {},
    [
      'query-ignored: The query filters nothing: the list has neither filtering nor pagination and is always complete.',
    ],
  ],
  [
    'GET /v1/pets/7?x',
    {},
    ['query-ignored: The query has no effect: the operation has no query parameters.'],
  ],
  [
    list,
    { body: Buffer.from('a') },
    ['body-ignored: The body of the GET is ignored: the operation has none.'],
  ],
  [
    'DELETE /v1/store/orders/-9007199254740992',
    { cancel: 'unknown', status: 404 },
    [
      'rounded-id: No order has the id -9007199254740992, but one has -9007199254740993: ids are int64, and a double probably rounded this one.',
    ],
  ],
  ['DELETE /v1/store/orders/9007199254740991', { cancel: 'unknown', status: 404 }, []],
];

const ofKeys: readonly Case[] = [
  [list, refusedWith(), [absent]],
  [list, refusedWith('Cookie', 'token=a', 'Sec-Token', 'b', 'Accept', 'c', 'note', 'X-Token'), [absent]],
  [
    list,
    refusedWith('Accept', '*/*', 'Proxy-Cookie-Auth', 'a', 'X-Token', 'b'),
    [`misplaced-key: The key seems to be in the header X-Token; it belongs in ${wanted}.`],
  ],
  [
    `${list}?page=1&api%5Fkey=a&token=b`,
    refusedWith(),
    [
      `misplaced-key: The key seems to be in the query (api%5Fkey); it belongs in ${wanted}.`,
      'query-ignored: The query filters nothing: the list has neither filtering nor pagination and is always complete.',
    ],
  ],
  [
    list,
    refusedWith('Authorization', 'Bearer a', 'Authorization', ''),
    ['several-keys: The request has several Authorization headers; exactly one is allowed.'],
  ],
  [
    list,
    refusedWith('Authorization', 'Token a'),
    ['no-bearer: The scheme is "Token"; the service supports only "Bearer".'],
  ],
  [
    list,
    refusedWith('Authorization', ' test-api-key '),
    [`no-bearer: The key is valid, but the word "Bearer" is missing before it: ${wanted}.`],
  ],
  [list, bearer(' '), ['no-key: No key follows "Bearer"; a variable was probably empty.']],
  [
    list,
    bearer(`"<API_KEY>'`),
    [
      'placeholder-key: The key is a placeholder from the documentation, or a variable that was never replaced.',
    ],
  ],
  [list, bearer('"test-api-key"'), [`wrapped-key: ${around}; without them, the key is valid.`]],
  [list, bearer("'some-key'"), [`wrapped-key: ${around}.`]],
  [list, bearer('%20test-api-key\\r\\n'), [`wrapped-key: ${around}; without them, the key is valid.`]],
  [list, bearer('test api-key'), ['wrapped-key: The key contains a space.']],
  [
    list,
    bearer('test-staging-key'),
    [
      'other-environment-key: This is a key of staging; the request went to production, and each environment has its own keys.',
    ],
  ],
  [list, bearer('test-api-key'), []],
  [list, { ...bearer('test-staging-key'), refusal: undefined, status: 200 }, []],
];

test.each([...ofRequests, ...ofKeys])('%s, %o has the notes %o', (line, rest, notes) => {
  expect(notesOf(line, rest)).toEqual(notes);
  expect(notes.join()).not.toMatch(/test-(?:api|staging)-key/);
});

test('a note keeps the case of a key in a path, so that the key is redacted', () => {
  const owning = { ...context(), keys: new ApiKeys(['KEY-1']) };
  const notes = notesOn(anEntry('GET /V1/store/orders/KEY-1'), owning, known);
  expect(notes.map(({ text }) => text)).toEqual([
    'Paths match exactly: "/V1/store/orders/KEY-1" has upper case; "/v1/store/orders/KEY-1" has none.',
  ]);
});

test.each<[string, Partial<JournalEntry>]>([
  [list, { status: 200 }],
  ['DELETE /v1/store/orders/9007199254740993', { cancel: 'cancelled', status: 204 }],
  ['DELETE /v1/store/orders/77', { cancel: 'unknown', status: 404 }],
  ['OPTIONS /v1/store/orders', { status: 204 }],
  ['POST /quickstart/messages', { body: Buffer.from('{}'), status: 200 }],
])('has no note on %s', (line, rest) => {
  expect(notesOf(line, rest)).toEqual([]);
});
