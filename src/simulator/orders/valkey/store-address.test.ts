import { expect, test } from 'vitest';
import { readStoreAddress } from './store-address.ts';

test('reads an address with its defaults', () => {
  expect(readStoreAddress('valkey://localhost:6379')).toEqual({
    url: 'redis://localhost:6379',
    shown: 'valkey://localhost:6379',
    prefix: 'store-orders-sim',
    timeoutMs: 2000,
    sentinel: undefined,
    others: [],
    caFile: undefined,
  });
});

test('reads every part, and shows no password', () => {
  const address = readStoreAddress('rediss://me:secret@host:1/2?prefix=team-a&timeout=500&ca=ca.pem');
  expect(address).toEqual({
    url: 'rediss://me:secret@host:1/2',
    shown: 'rediss://host:1/2',
    prefix: 'team-a',
    timeoutMs: 500,
    sentinel: undefined,
    others: [],
    caFile: 'ca.pem',
  });
});

test.each([
  ['http://host', 'is not the address of a shared store'],
  ['nonsense', 'is not the address of a shared store'],
  ['redis://host/db', 'has the path "/db"'],
  ['redis://host?prefx=a', 'has the unknown parameter "prefx"'],
  ['redis://host?prefix=a{b}', 'has an invalid prefix'],
  ['redis://host?prefix=', 'has an invalid prefix'],
  ['redis://host?timeout=0', 'has an invalid timeout'],
])('refuses %s', (text, what) => {
  expect(() => readStoreAddress(text)).toThrow(`--store ${what}`);
});

test('a refusal shows no password', () => {
  expect(() => readStoreAddress('redis://me:secret@host/x')).toThrow(/^(?!.*secret)/s);
});
