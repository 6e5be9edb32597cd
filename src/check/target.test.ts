import { expect, test } from 'vitest';
import { UserError } from '../user-error.ts';
import { readTarget } from './target.ts';

test.each([
  ['http://localhost:4010/v1', true],
  ['http://127.0.0.1/v1', true],
  ['http://127.9.9.9/v1', true],
  ['http://[::1]:1/v1', true],
  ['http://127.1/v1', true],
  ['https://host.example/v1', false],
  ['http://localhost.example/v1', false],
  ['http://127.0.0.1.example/v1', false],
  ['http://0.0.0.0/v1', false],
  ['http://10.0.0.1/v1', false],
])('%s is this machine: %s', (url, loopback) => {
  expect(readTarget(url).loopback).toBe(loopback);
});

test('removes the trailing slash of a base address', () => {
  expect(readTarget('https://host.example/v1/')).toEqual({
    baseUrl: 'https://host.example/v1',
    basePath: '/v1',
    loopback: false,
  });
});

test.each([
  ['host.example/v1', /not an address|scheme/],
  ['ftp://host.example/v1', /scheme ftp:/],
  ['https://user:pass@host.example/v1', /user name or a password/],
  ['https://host.example/v1?x=1', /query/],
  ['https://host.example/v1/store/orders', /https:\/\/host\.example\/v1$/],
])('refuses %s with a reason', (url, why) => {
  expect(() => readTarget(url)).toThrow(UserError);
  expect(() => readTarget(url)).toThrow(why);
});

test('does not show the password of an address that it cannot read', () => {
  expect(() => readTarget('http://user:hunter2@:x/v1')).toThrow(/^(?!.*hunter2)/s);
});
