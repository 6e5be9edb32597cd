import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeAll, now } from '../../../test/traffic/change-all.ts';
import type { Change } from './change.ts';
import { changeText } from './change-text.ts';

const form = (text: string): string => text.replaceAll(/\d/g, '1');

test('replaces ids, pet ids, large quantities, dates and words, and keeps every other byte', () => {
  const text =
    ' [ {"petId" : 4711,\t"id": 9007199254740993,"quantity":12,"complete":true,"shipDate":"2026-01-20T10:00:00.5+02:00"},\r\n' +
    '{"quantity":4815162,"id":-4711,"note":"- \\n","price":12.50,"id":0,"x":null} ]';
  const [changed = ''] = changeAll([text]);
  expect(form(changed).replace(/"\d{4}-.*?T/, '')).toBe(form(text).replace(/"\d{4}-.*?T/, ''));
  for (const value of ['4711', '9007199254740993', '4815162', '2026-01-20'])
    expect(changed).not.toContain(value);
  for (const kept of ['"quantity":12,', '"price":12.50', '"id":0', '"note":"- \\n"', '+02:00'])
    expect(changed).toContain(kept);
});

test('hides the words of fields that the specification does not have, in their form', () => {
  const [changed = ''] = changeAll([
    String.raw`[{"customer":"Zoë Müller, Zoë","note":{"to":["call\nJane at 10"]},"name":"\u0418\u0432 \ud83d\ude00 [redacted]"}]`,
  ]);
  expect(changed).toMatch(
    /^\[{"customer":"([A-Z][a-z]x) [A-Z]x[a-z]{4}, \1","note":{"to":\["[a-z]{4}\\n[A-Z][a-z]{3} [a-z]{2} 10"\]},"name":"xx \\ud83d\\ude00 \[redacted\]"}\]$/,
  );
  expect(changed).not.toMatch(/Zo|ller|call|Jane/);
});

test.each([
  '{"code":"order_not_found","message":"There is no such order.","status":404}',
  '[{"id":0,"quantity":"three","status":"pending"}]',
])('keeps the words of %s', (text) => {
  expect(changeAll([text])).toEqual([text]);
});

test('keeps dates in other fields, moved like all others', () => {
  const [changed = ''] = changeAll([
    '{"shipDate":"2020-01-20T10:00:00Z","note":"on 2020-01-20T10:00:00Z, 20 Jan 2020"}',
  ]);
  const [, day] = /"shipDate":"([^"]+)"/.exec(changed) ?? [];
  expect(changed).toMatch(
    new RegExp(`"note":"[a-z]{2} ${day}, \\d\\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4}"`),
  );
});

test.each([
  ['an id in another field', '{"id":4711}', '{"number":4711}'],
  ['an id of another name', '{"order_id":4711}', '{"id":4711}'],
  ['a nested id', '{"id":{"value":[4711]}}', '[{"id":4711}]'],
  ['an id in a string', '{"id":"4711"}', '{"message":"order 4711 not found"}'],
  ['an id in a name', '{"id":4711}', '{"4711":true}'],
  ['an id after a hyphen', '{"id":4711}', '{"message":"order-4711"}'],
  ['a negative id', '{"id":-4711}', '{"message":"order -4711, order=-4711"}'],
  ['an id with leading zeros', '{"id":4711}', '{"message":"ORD00004711"}'],
  ['an id with escapes', '{"id":4711}', '{"message":"order \\u0034\\u00371\\u0031"}'],
  ['an id with percent encoding', '{"id":4711}', '{"link":"/store/orders/%34711"}'],
  ['an id with a fraction of zeros', '{"id":4711}', '{"total":4711.0}'],
  ['an id in a code', '{"id":4711}', '{"code":"order_4711"}'],
])('replaces %s by the same number everywhere', (_what, one, other) => {
  const [first = '', second = ''] = changeAll([one, other]);
  const [image = ''] = /[1-9]\d{3}/.exec(first) ?? [];
  expect(image).not.toBe('4711');
  expect(second.match(/[1-9]\d{3}/g)).toEqual(Array.from(/,/.test(other) ? [image, image] : [image]));
});

test.each([
  ['beyond int64', '{"id":9223372036854775808}', /^\{"id":(\d{19})\}$/, 2n ** 63n],
  ['of 30 digits', `{"id":${'47'.repeat(15)}}`, /^\{"id":(\d{30})\}$/, 2n ** 63n],
  ['-2^63', '{"id":-9223372036854775808}', /^\{"id":(-\d{19})\}$/, -(2n ** 63n)],
])('an id %s stays one', (_what, text, pattern, least) => {
  const [changed = ''] = changeAll([text]);
  expect(changed).not.toBe(text);
  expect(BigInt(pattern.exec(changed)?.[1] ?? '')).toBeGreaterThanOrEqual(least);
});

test.each(['{"id":1.5}', '{"id":1e3}', '{"id":-12.25E+2}'])('an id %s keeps its form', (text) => {
  const [changed = ''] = changeAll([text]);
  expect([form(changed), changed === text]).toEqual([form(text), false]);
});

test.each([
  '{"code":"E404","message":"no","status":404}',
  '{"quantity":404,"utf-8":404.5}',
  '{"id":404.5,"message":"\\u0404"}',
])('keeps numbers of %s that are no ids where they are', (text) => {
  const [, changed = ''] = changeAll(['{"id":404}', text]);
  expect(changed.replace(/"id":[\d.]+/, '')).toBe(text.replace(/"id":[\d.]+/, ''));
});

test('a percent sign in a text that is not JSON stays, so that the text does not become JSON', () => {
  const way = (text: string, change: Change) => changeText(text, 'any-id', { change, now });
  expect(changeAll(['{"id":481516%342}'], way)[0]).toMatch(/^\{"id":\d{6}%\d{3}\}$/);
});

test('a time of the exchange becomes its start, so that it does not show by how much dates are shifted', () => {
  const texts = [
    '{"timestamp":"2026-11-22T19:38:10.123Z","day":"2026-11-22"}',
    '{"shipDate":"2026-11-22T19:38:10Z"}',
  ];
  const [error = '', order = ''] = changeAll(texts);
  expect(error).toBe('{"timestamp":"2026-11-22T19:37:54.123Z","day":"2026-11-22"}');
  expect(order).not.toContain('2026');
});

test('keeps fields that the user keeps, also where another text has them', () => {
  const texts = [
    '[{"id":4711,"petId":4712}]',
    '{"message":"order 4711 of 4712"}',
    '{"number":48151623}',
    '{"id":48151623}',
  ];
  const [list = '', message = '', number = ''] = changeAll(texts, undefined, { keep: ['id'] });
  expect([list.includes('4711'), list.includes('4712')]).toEqual([true, false]);
  expect([message.includes('4711'), message.includes('4712'), number]).toEqual([
    true,
    false,
    '{"number":48151623}',
  ]);
});

test.each(['[1,2', 'order 4711', '[01]', '{"id":tru}', '{"a":"b', '[1] x', "{'id':4711}"])(
  'returns undefined for %s, or changes it as JSON',
  (text) => {
    expect(['not JSON', form(text)]).toContain(form(changeAll([text])[0] ?? ''));
  },
);

const value = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.integer({ min: -20_000, max: 20_000 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => JSON.stringify(double)),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.constantFrom(
    'true',
    'null',
    '[]',
    '{}',
    '"2026-01-20T10:00:00Z"',
    '"order 12, 12345678"',
    '"\\\\u0031\\""',
  ),
);
const name = fc.constantFrom(
  'id',
  'petId',
  'quantity',
  'shipDate',
  'status',
  'code',
  'x',
  'customerId',
  '__proto__',
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    value,
    fc.array(tie('json'), { maxLength: 4 }).map((items) => `[ ${items.join(' ,')}]`),
    fc
      .array(fc.tuple(name, tie('json')), { maxLength: 5 })
      .map((members) => `{${members.map(([key, one]) => `"${key}": ${one}`).join(', ')} }`),
  ),
}));
/** What stays of a text: everything but digits and letters in its values. */
const shape = (text: string): string => {
  const kinds = (node: unknown): unknown =>
    Array.isArray(node)
      ? node.map(kinds)
      : typeof node === 'object' && node !== null
        ? Object.entries(node).map(([key, one]) => [key, kinds(one)])
        : typeof node === 'number'
          ? Number.isInteger(node)
          : typeof node;
  return JSON.stringify(kinds(JSON.parse(text)));
};

test('any JSON keeps its members, its order and the kinds of its values', () => {
  fc.assert(
    fc.property(fc.array(json, { minLength: 1, maxLength: 3 }), (texts) => {
      const changed = changeAll(texts);
      for (const [at, text] of texts.entries()) expect(shape(changed[at] ?? '')).toBe(shape(text));
    }),
  );
});

test('any text is changed without an error, and stays as long without digits', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[-0-9/:TZ. JanFeb]{0,40}$/),
      (one, other) => {
        const [first = '', second = ''] = changeAll([one, other], (text, change) =>
          changeText(text, 'any-id', { change, now }),
        );
        expect(first.replaceAll(/\d/g, '')).toHaveLength(
          one.replace(/%3\d/g, '').replaceAll(/\d/g, '').length,
        );
        expect(second.length).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test('long digits and long strings take no longer than others of their length', () => {
  const long = '4'.repeat(1_000_000);
  const texts = [
    `{"id":${long}}`,
    `{"a":"${long}"}`,
    `{"a":"${'\\\\'.repeat(500_000)}"}`,
    `{"a":"${'1 '.repeat(300_000)}"}`,
  ];
  for (const [at, changed] of changeAll(texts).entries())
    expect(changed).toHaveLength(texts[at]?.length ?? 0);
});
