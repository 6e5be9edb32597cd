import { expect, test } from 'vitest';
import { ApiKeys } from './api-keys.ts';

test('accepts a key until it expires', () => {
  let now = 0;
  const keys = new ApiKeys(['for-ever'], () => now);
  keys.add('brief', 1_000);
  now = 999;
  expect([keys.accepts('brief'), keys.accepts('for-ever'), keys.accepts('none')]).toEqual([
    true,
    true,
    false,
  ]);
  now = 1_000;
  expect([keys.accepts('brief'), keys.accepts('for-ever')]).toEqual([false, true]);
  expect(keys.all()).toEqual([
    { id: 'key-1', expiresAt: undefined, expired: false },
    { id: 'key-2', expiresAt: 1_000, expired: true },
  ]);
});

test('refuses a revoked key and does not reuse its id', () => {
  const keys = new ApiKeys(['a', 'b']);
  expect(keys.revoke('key-2')).toMatchObject({ id: 'key-2' });
  for (const id of ['key-2', 'key-9']) expect(keys.revoke(id)).toBeUndefined();
  expect(keys.accepts('b')).toBe(false);
  expect(keys.add('c').id).toBe('key-3');
  expect(keys.accepts('a') && keys.accepts('c')).toBe(true);
});

test('a key that is added again keeps its id and gets the new expiry', () => {
  const keys = new ApiKeys(['a', 'a']);
  expect(keys.add('a', 5)).toEqual({ id: 'key-1', expiresAt: 5, expired: false });
  expect(keys.add('a')).toEqual({ id: 'key-1', expiresAt: undefined, expired: false });
  expect(keys.all()).toHaveLength(1);
});

test('finds the id of a key, expired or not, and of no other text', () => {
  const keys = new ApiKeys(['a', 'b'], () => 1_000);
  keys.add('c', 999);
  expect(['a', 'b', 'c', 'd', ''].map((token) => keys.idOf(token))).toEqual([
    'key-1',
    'key-2',
    'key-3',
    undefined,
    undefined,
  ]);
});
