import { expect, test } from 'vitest';
import { context } from '../../../../../test/simulator/environment/journal/a-journal.ts';
import { anEntry } from '../../../../../test/simulator/environment/journal/an-entry.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { type NoteCode, noteCodes } from '../note.ts';
import { notesOn } from './notes.ts';

const known = { ids: [9007199254740993n, 1001n], pending: [] };
const notes = (line: string, rest: Partial<JournalEntry> = {}) =>
  notesOn(anEntry(line, rest), context(), known);
const refusedKey = (value: string | undefined, ...more: string[]): Partial<JournalEntry> => ({
  refusal: 'unauthorized',
  status: 401,
  rawHeaders: [...(value === undefined ? [] : ['Authorization', value]), ...more],
});
const list = 'GET /v1/store/orders';

const cases: readonly [NoteCode, string, Partial<JournalEntry>, RegExp][] = [
  ['no-version', 'GET /store/orders', {}, /"\/v1\/store\/orders"/],
  ['no-version', 'DELETE /store/orders/1001', {}, /"\/v1\/store\/orders\/1001"/],
  ['trailing-slash', 'GET /v1/store/orders/', {}, /"\/v1\/store\/orders" has none/],
  ['trailing-slash', 'DELETE /v1/store/orders/1001/', {}, /trailing slash/],
  ['doubled-slash', 'GET /v1//store/orders', {}, /two slashes/],
  ['upper-case-path', 'GET /v1/Store/Orders', {}, /upper case/],
  ['empty-id', 'DELETE /v1/store/orders/', {}, /probably empty/],
  ['wrong-method', 'POST /v1/store/orders', {}, /GET lists the orders/],
  ['wrong-method', 'GET /v1/store/orders/1001', {}, /DELETE cancels/],
  ['no-key', list, refusedKey(undefined), /no Authorization header/],
  ['no-key', list, refusedKey('Bearer '), /variable was probably empty/],
  ['no-bearer', list, refusedKey('test-api-key'), /key is valid, but the word "Bearer" is missing/],
  ['no-bearer', list, refusedKey('something'), /^The word "Bearer" is missing/],
  ['no-bearer', list, refusedKey('Basic dGVzdA=='), /scheme is "Basic"/],
  ['several-keys', list, refusedKey('Bearer a', 'authorization', 'Bearer b'), /several/],
  ['misplaced-key', list, refusedKey(undefined, 'X-API-Key', 'k'), /header X-API-Key/],
  ['misplaced-key', `${list}?api_key=abc`, refusedKey(undefined), /query \(api_key\)/],
  ['placeholder-key', list, refusedKey('Bearer <API_KEY>'), /placeholder/],
  ['placeholder-key', list, refusedKey('Bearer YOUR_API_KEY'), /placeholder/],
  ['placeholder-key', list, refusedKey('Bearer $API_KEY'), /placeholder/],
  ['placeholder-key', list, refusedKey('Bearer undefined'), /never replaced/],
  ['wrapped-key', list, refusedKey('Bearer "test-api-key"'), /without them, the key is valid/],
  ['wrapped-key', list, refusedKey('Bearer test-api-key%0A'), /the key is valid/],
  ['wrapped-key', list, refusedKey('Bearer test-api-key\\n'), /the key is valid/],
  ['wrapped-key', list, refusedKey('Bearer Bearer test-api-key'), /the key is valid/],
  ['wrapped-key', list, refusedKey('Bearer test api-key'), /contains a space/],
  [
    'other-environment-key',
    list,
    refusedKey('Bearer test-staging-key'),
    /key of staging.*went to production/,
  ],
  ['query-ignored', `${list}?status=pending`, {}, /filters nothing/],
  ['query-ignored', 'DELETE /v1/store/orders/1001?force=true', {}, /no query parameters/],
  ['body-ignored', 'DELETE /v1/store/orders/1001', { body: Buffer.from('{}') }, /DELETE is ignored/],
  [
    'rounded-id',
    'DELETE /v1/store/orders/9007199254740992',
    { cancel: 'unknown', status: 404 },
    /but one has 9007199254740993/,
  ],
];

test.each(cases)('notes %s: %s', (code, line, rest, text) => {
  const found = notes(line, rest).find((note) => note.code === code);
  expect(found?.text).toMatch(text);
  expect(found?.text).not.toMatch(/test-(?:api|staging)-key/);
});

test('has a case for each note', () => {
  expect(new Set(cases.map(([code]) => code))).toEqual(new Set(noteCodes));
});

test.each<[string, Partial<JournalEntry>]>([
  [list, { status: 200 }],
  ['DELETE /v1/store/orders/1001', { cancel: 'cancelled', status: 204 }],
  ['DELETE /v1/store/orders/9007199254740993', { cancel: 'cancelled', status: 204 }],
  ['DELETE /v1/store/orders/9007199254749999', { cancel: 'unknown', status: 404 }],
  ['DELETE /v1/store/orders/77', { cancel: 'unknown', status: 404 }],
  ['GET /v1/nothing/', { status: 404 }],
  ['OPTIONS /v1/store/orders', { status: 204 }],
  ['POST /quickstart/messages', { body: Buffer.from('{}'), status: 200 }],
  [list, refusedKey('Bearer some-other-key-nobody-knows')],
])('has no note on %s', (line, rest) => {
  expect(notes(line, rest)).toEqual([]);
});
