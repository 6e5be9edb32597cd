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
  ['', {}, 'scenario', { kind: 'none' }],
  ['x', {}, 'nothing', { kind: 'none' }],
  ['é', json, 'json', { kind: 'json', text: 'é' }],
  ['{}', json, 'scenario', { kind: 'json', text: '{}' }],
  ['{}', { 'content-type': 'Application/JSON ; charset=utf-8' }, 'json', { kind: 'json', text: '{}' }],
  ['{}', { ...json, 'content-encoding': 'identity' }, 'json', { kind: 'json', text: '{}' }],
  ['a: 1', { 'content-type': 'application/yaml' }, 'scenario', { kind: 'yaml', text: 'a: 1' }],
  ['a: 1', { 'content-type': 'application/x-yaml' }, 'scenario', { kind: 'yaml', text: 'a: 1' }],
  ['a: 1', { 'content-type': 'text/yaml;x' }, 'scenario', { kind: 'yaml', text: 'a: 1' }],
  ['a: 1', { 'content-type': 'text/x-yaml' }, 'scenario', { kind: 'yaml', text: 'a: 1' }],
])('reads the body "%s" with %j, where %s is accepted', async (body, headers, accepts, content) => {
  expect(await readContent(aRequest(body, headers), accepts)).toEqual(content);
});

test.each<readonly [Request['headers'], Accepts, string, string]>([
  [{}, 'json', 'Content-Type none; expected application/json', 'application/json'],
  [
    { 'content-type': 'text/plain' },
    'scenario',
    'Content-Type text/plain; expected application/json or application/yaml',
    'application/json, application/yaml',
  ],
  [
    { 'content-type': 'text/yaml' },
    'json',
    'Content-Type text/yaml; expected application/json',
    'application/json',
  ],
  [
    { ...json, 'content-encoding': 'gzip' },
    'json',
    'Content-Encoding gzip; expected application/json',
    'application/json',
  ],
])('refuses a body with %j where %s is accepted', async (headers, accepts, given, accept) => {
  expect(await readContent(aRequest('{}', headers), accepts)).toEqual({
    kind: 'refused',
    response: {
      status: 415,
      headers: ['Accept', accept],
      json: {
        code: 'unsupported_media_type',
        message: `The body has ${given} without an encoding.`,
        status: 415,
      },
    },
  });
});

test('refuses a body that is not UTF-8 or too large, and ends when the client leaves', async () => {
  expect(await readContent(aRequest(Buffer.from([0xff]), json), 'json')).toMatchObject({
    kind: 'refused',
    response: { status: 400, json: { message: 'The body is not UTF-8.' } },
  });
  expect(await readContent(aRequest(Buffer.alloc(4 * 1024 ** 2 + 1), json), 'json')).toMatchObject({
    kind: 'refused',
    response: {
      status: 413,
      headers: ['Connection', 'close'],
      json: { code: 'content_too_large', message: 'The body is larger than 4 MiB.' },
    },
  });
  expect(await readContent(aRequest(Buffer.alloc(4_097), json), 'json', true)).toMatchObject({
    response: { status: 413, json: { message: 'The body is larger than 4 KiB.' } },
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
