import { expect, test } from 'vitest';
import { isJsonType, readMediaType } from './media-type.ts';

test.each([
  ['application/json', 'application/json', []],
  ['Application/JSON', 'application/json', []],
  ['application/json; charset=UTF-8', 'application/json', [['charset', 'UTF-8']]],
  ['application/json \t;\t Charset="utf-8"\t ', 'application/json', [['charset', 'utf-8']]],
  ['application/json;;  ; a=1;', 'application/json', [['a', '1']]],
  [
    'a/b;x="";y=2',
    'a/b',
    [
      ['x', ''],
      ['y', '2'],
    ],
  ],
  ['a/b;x="q\\"u\\\\o;te"', 'a/b', [['x', 'q"u\\o;te']]],
  ["!#$%&'*+-.^_`|~0aZ/a", "!#$%&'*+-.^_`|~0az/a", []],
] as const)('reads %j', (text, type, parameters) => {
  expect(readMediaType(text)).toEqual({ type, parameters });
});

test.each([
  '',
  'json',
  '/json',
  'application/',
  ' application/json',
  'application /json',
  'application/json, text/html',
  'application/json charset=utf-8',
  'application/json; charset',
  'application/json; charset=',
  'application/json; =utf-8',
  'application/json; charset="utf-8',
  'application/json; charset=utf-8 x',
  'application/json; charset="a"b',
  'application/json; charset="a\\"',
])('cannot read %j', (text) => {
  expect(readMediaType(text)).toBeUndefined();
});

test.each([
  ['application/json', true],
  ['application/json; charset=Utf-8', true],
  ['application/json; profile=latin1', true],
  ['application/json; charset=utf-8; charset=utf-8', true],
  ['application/json; charset=latin1', false],
  ['application/json; charset=utf-8; charset=latin1', false],
  ['application/json; charset=""', false],
  ['application/vnd.api+json', false],
  ['text/json; charset=utf-8', false],
])('whether %s is JSON: %s', (text, is) => {
  const media = readMediaType(text);
  expect(media !== undefined && isJsonType(media)).toBe(is);
});
