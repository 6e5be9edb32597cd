import { Readable } from 'node:stream';
import type { Request } from 'express';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { digits } from '../../text/field-schemas.ts';
import { readContent, readJsonBody, readQuery } from './read-request.ts';

type Accepts = Parameters<typeof readContent>[1];

function aRequest(body: string | Buffer, headers: Request['headers']): Request {
  return Object.assign(Readable.from(body.length === 0 ? [] : [body], { objectMode: false }), {
    headers,
  }) as Request;
}

const json = { 'content-type': 'application/json' };

test.each<readonly [string, Request['headers'], Accepts, unknown]>([
  ['', {}, 'json', { kind: 'none' }],
  ['x', {}, 'nothing', { kind: 'none' }],
  ['é', json, 'json', { kind: 'json', text: 'é' }],
  ['{}', { 'content-type': 'Application/JSON ; charset=utf-8' }, 'json', { kind: 'json', text: '{}' }],
  ['{}', { ...json, 'content-encoding': 'identity' }, 'json', { kind: 'json', text: '{}' }],
  ['a: 1', { 'content-type': 'application/yaml' }, 'scenario', { kind: 'yaml', text: 'a: 1' }],
  ['a: 1', { 'content-type': 'text/yaml;x' }, 'scenario', { kind: 'yaml', text: 'a: 1' }],
  ['a: 1', { 'content-type': 'text/x-yaml' }, 'scenario', { kind: 'yaml', text: 'a: 1' }],
])('reads the body "%s" with %j, where %s is accepted', async (body, headers, accepts, content) => {
  expect(await readContent(aRequest(body, headers), accepts)).toEqual(content);
});

test('refuses a body that is not UTF-8, and ends when the client leaves', async () => {
  expect(await readContent(aRequest(Buffer.from([0xff]), json), 'json')).toMatchObject({
    kind: 'refused',
    response: { status: 400, json: { message: 'The body is not UTF-8.' } },
  });
  const left = aRequest('{', json);
  left.destroy();
  expect(await readContent(left, 'json')).toEqual({ kind: 'gone' });
});

test('an empty JSON body is {}, and problems name the body', async () => {
  const schema = z.strictObject({ a: z.boolean().optional() });
  expect(await readJsonBody({ kind: 'none' }, schema)).toEqual({});
  expect(await readJsonBody({ kind: 'json', text: '{"a":true}' }, schema)).toEqual({ a: true });
  await expect(readJsonBody({ kind: 'json', text: '{"b":1}' }, schema)).rejects.toThrow(
    'body.json:1:2 unknown key "b"',
  );
});

test('reads a query, and lists its problems', () => {
  const schema = z.strictObject({ a: digits(1, 2), b: digits(1, 2).optional() });
  const read = (text: string) => () => readQuery(new URLSearchParams(text), schema);
  expect(read('a=1&b=2')()).toEqual({ a: 1, b: 2 });
  expect(read('a=1&b=1&a=1')).toThrow('query has "a" more than once; expected each name once');
  expect(read('a=3&b=4')).toThrow(
    'query a is "3"; expected a whole number from 1 to 2\nquery b is "4"; expected a whole number from 1 to 2',
  );
});
