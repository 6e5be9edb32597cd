import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeJson } from './change-json.ts';
import { type ChangedField, Pseudonyms } from './pseudonyms.ts';

const form = (text: string): string => text.replaceAll(/\d/g, '1');

/** Changes texts with the same key. */
function changeAll(texts: readonly string[], keep: readonly ChangedField[] = []): readonly string[] {
  const pseudonyms = new Pseudonyms(Buffer.alloc(32, 7), keep);
  return texts.map((text) => changeJson(text, pseudonyms));
}

test('ids, pet ids, large quantities, days and unknown values are replaced, and every other byte stays', () => {
  const text =
    ' [ {"petId" : 4711,\t"id": 9007199254740993,"quantity":12,"complete":true,"shipDate":"2026-01-20T10:00:00.5+02:00"},\r\n' +
    '{"quantity":4815162,"id":-4711,"note":"","price":12.50,"id":0,"x":null} ]';
  const [changed = ''] = changeAll([text]);
  expect(form(changed)).toBe(form(text));
  for (const value of ['4711', '9007199254740993', '4815162', '2026-01-20', '12.50'])
    expect(changed).not.toContain(value);
  for (const kept of ['"quantity":12,', '"id":0', '"note":""', 'T10:00:00.5+02:00'])
    expect(changed).toContain(kept);
});

test('texts of fields that the specification does not have are replaced as a whole, equal ones by equal ones', () => {
  const text = String.raw`[{"customer":"Zo\u00eb M\u00fcller","note":{"to":["call\nJane at 10"]},"name":"Zo\u00eb M\u00fcller"}]`;
  const [changed = ''] = changeAll([text]);
  expect(changed).toMatch(
    /^\[{"customer":"([g-z]{20})","note":{"to":\["[g-z]{4}\\n[g-z]{10}"\]},"name":"\1"}\]$/,
  );
  expect(changed).toHaveLength(text.length);
  expect(changeAll(['{"customer":"Zoë 😀"}'])[0]).toMatch(/^{"customer":"[g-z]{9}"}$/);
});

test('a malformed escape and half a surrogate pair stay, so that the text stays malformed', () => {
  const [changed] = changeAll([String.raw`{"a":"\ud83d and \x and \u00zz","b":"\ud83d\ude00"}`]);
  expect(changed).toMatch(/^{"a":"\\ud83d[g-z]{5}\\x[g-z]{5}\\u[g-z]{4}","b":"[g-z]{12}"}$/);
});

test.each([
  '{"code":"order_not_found","message":"There is no such order.","status":404}',
  '{"code":"E404","message":"no","status":404}',
  '{"code":"E4040","message":"no","status":404}',
  '[{"id":0,"quantity":404,"status":"pending"}]',
])('the fields of the specification in %s stay', (text) => {
  expect(changeAll([text])).toEqual([text]);
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
  ['an id with a fraction of zeros', '{"id":4711}', '{"total":4711.0}'],
  ['an id in a code', '{"id":4711}', '{"code":"order_4711"}'],
])('%s is replaced by the same number everywhere', (_what, one, other) => {
  const [first = '', second = ''] = changeAll([one, other]);
  const [image = ''] = /[1-9]\d{3}/.exec(first) ?? [];
  expect(image).not.toBe('4711');
  expect(second.match(/[1-9]\d{3}/g)).toEqual(Array.from(/,/.test(other) ? [image, image] : [image]));
});

test('an id with percent encoding is replaced, and stays encoded', () => {
  const [id = '', link = ''] = changeAll(['{"id":4711}', '{"message":"/store/orders/%347%311"}']);
  const digits = /\d{4}/.exec(id)?.[0] ?? '';
  expect(link).toBe(`{"message":"/store/orders/%3${digits[0]}${digits[1]}%3${digits[2]}${digits[3]}"}`);
});

test('a message with digits that are written as escapes is replaced as a whole', () => {
  const [changed] = changeAll([String.raw`{"message":"order \u0034711"}`]);
  expect(changed).toMatch(/^{"message":"[g-z]{15}"}$/);
});

test('escapes of other characters are no numbers', () => {
  const [changed] = changeAll([String.raw`{"message":"\u0404 \u1234"}`]);
  expect(changed).toBe(String.raw`{"message":"\u0404 \u1234"}`);
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

test.each(['1.0000711819271264e+308', '1048192829120550.1', '1.7976931348623157e+308', '5e-324'])(
  'the number %s stays finite, and keeps its fraction',
  (text) => {
    const changed = changeAll([`{"id":${text}}`])[0] ?? '';
    expect(changed).not.toBe(`{"id":${text}}`);
    const { id } = JSON.parse(changed);
    expect([Number.isFinite(id), Number.isInteger(id)]).toEqual([true, Number.isInteger(Number(text))]);
  },
);

describe('dates', () => {
  test('a ship date is moved, also one that is no date-time of RFC 3339', () => {
    const [order = '', day = ''] = changeAll([
      '{"shipDate":"2020-01-20T10:00:00Z"}',
      '{"shipDate":"2020-01-20"}',
    ]);
    expect(order).toMatch(/^{"shipDate":"2[12]\d\d-\d\d-\d\dT10:00:00Z"}$/);
    expect(day.slice(0, 23)).toBe(order.slice(0, 23));
  });

  test('a ship date in another form is replaced as a whole', () => {
    expect(changeAll(['{"shipDate":"20 Jan 2026"}'])[0]).toMatch(/^{"shipDate":"[g-z]{11}"}$/);
  });

  test('a time in an unknown field is no date', () => {
    const [changed] = changeAll(['{"timestamp":"2026-11-22T19:38:10Z"}']);
    expect(changed).toMatch(/^{"timestamp":"[g-z]{20}"}$/);
  });
});

test('fields that the user keeps stay where the specification has them', () => {
  const texts = [
    '[{"id":4711,"petId":4712,"shipDate":"2026-01-20"}]',
    '{"message":"order 4711","number":4711}',
  ];
  const [list = '', error = ''] = changeAll(texts, ['id', 'shipDate']);
  expect(list).toMatch(/^\[{"id":4711,"petId":\d{4},"shipDate":"2026-01-20"}\]$/);
  expect(list).not.toContain('4712');
  expect(error).not.toContain('4711');
});

test.each(['[1,2', 'order 4711', '[01]', '{"id":tru4711}', '{"id":4711,"a":"b', '[1] x', "{'id':4711}"])(
  'every number of %s, which is not JSON, is replaced, and nothing else',
  (text) => {
    const [changed = ''] = changeAll([text]);
    expect(form(changed)).toBe(form(text));
    expect(changed).not.toMatch(/4711|[12](?=[,\]])/);
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

test('any JSON keeps its members, its order, its length and the kinds of its values', () => {
  fc.assert(
    fc.property(fc.array(json, { minLength: 1, maxLength: 3 }), (texts) => {
      const changed = changeAll(texts);
      for (const [at, text] of texts.entries()) {
        expect(shape(changed[at] ?? '')).toBe(shape(text));
        expect(Buffer.byteLength(changed[at] ?? '')).toBe(Buffer.byteLength(text));
      }
    }),
  );
});

test('any text keeps its length, and everything but its digits', () => {
  const pseudonyms = new Pseudonyms(Buffer.alloc(32, 7));
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-0-9%\\u:TZ. a-f]{0,40}$/));
  fc.assert(
    fc.property(texts, (text) => {
      expect(form(pseudonyms.text(text))).toBe(form(text));
    }),
  );
});

test('long digits and long strings take no longer than others of their length', () => {
  const long = '4'.repeat(200_000);
  const texts = [
    `{"id":${long}}`,
    `{"a":"${long}"}`,
    `{"a":"${'\\\\'.repeat(100_000)}"}`,
    `{"message":"${'1 '.repeat(60_000)}"}`,
  ];
  for (const [at, changed] of changeAll(texts).entries())
    expect(changed).toHaveLength(texts[at]?.length ?? 0);
});
