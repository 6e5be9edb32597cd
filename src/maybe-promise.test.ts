import { expect, test } from 'vitest';
import { andThen, isPromise } from './maybe-promise.ts';

test('distinguishes a promise from a value', () => {
  expect([isPromise(Promise.resolve(1)), isPromise(1), isPromise(undefined)]).toEqual([true, false, false]);
});

test('calls next synchronously with a value, and returns no promise', () => {
  expect(andThen(20, (value) => value + 1)).toBe(21);
});

test('calls next with a promised value once it is resolved', async () => {
  const calls: string[] = [];
  const result = andThen(Promise.resolve('value'), (value) => calls.push(value));
  expect(calls).toEqual([]);
  expect([await result, calls]).toEqual([1, ['value']]);
});

test('does not call next if the promise rejects, and passes the error on', async () => {
  const result = andThen(Promise.reject<number>(new Error('gone')), () => {
    throw new Error('called');
  });
  await expect(result).rejects.toThrow('gone');
});
