import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { namesOneHost, pathOf, readRequestHead } from './request-head.ts';

test.each([
  [[], false],
  [['Content-Length', '0'], false],
  [['content-length', '1'], true],
  [['Transfer-Encoding', 'chunked'], true],
  [['X-Content-Length', '1', 'Trailer', 'Transfer-Encoding'], false],
])('a body follows the headers %j: %s', (rawHeaders, hasBody) => {
  expect(readRequestHead(rawHeaders).hasBody).toBe(hasBody);
});

test('keeps every Host and Authorization header, in any case and even if it is empty', () => {
  const rawHeaders = ['host', 'a', 'HOST', '', 'X-Host', 'c', 'authorization', 'a', 'AUTHORIZATION', ''];
  expect(readRequestHead(rawHeaders)).toEqual({ hosts: 2, authorizations: ['a', ''], hasBody: false });
});

test.each([
  [0, '1.1', false],
  [1, '1.1', true],
  [2, '1.1', false],
  [0, '1.0', true],
  [1, '1.0', true],
  [2, '1.0', false],
])('%i Host headers in HTTP/%s name one host: %s', (hosts, httpVersion, expected) => {
  expect(namesOneHost({ hosts, authorizations: [], hasBody: false }, httpVersion)).toBe(expected);
});

test.each([
  ['/a/b?c=/d', '/a/b'],
  ['HTTP://host:80/a?b', '/a'],
  ['x-2.y+z://host', '/'],
  ['http://host?a/b', '/'],
  ['/http://host/a', '/http://host/a'],
  [undefined, '/'],
])('the path of the target %j is %s', (url, path) => {
  expect(pathOf({ url } as IncomingMessage)).toBe(path);
});
