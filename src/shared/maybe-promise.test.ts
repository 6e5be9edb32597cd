import { expect, test } from 'vitest';
import { andThen } from './maybe-promise.ts';

test('goes on at once with what is there, and makes no promise of it', () => {
  expect(andThen(20, (value) => value + 1)).toBe(21);
});

test('goes on with what is promised once it is there', async () => {
  const went: string[] = [];
  const going = andThen(Promise.resolve('there'), (value) => went.push(value));
  expect(went).toEqual([]);
  expect([await going, went]).toEqual([1, ['there']]);
});

test('does not go on where the promise is broken, and passes on why', async () => {
  const going = andThen(Promise.reject<number>(new Error('gone')), () => {
    throw new Error('went on');
  });
  await expect(going).rejects.toThrow('gone');
});
