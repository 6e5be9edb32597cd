import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson } from './json.ts';
import { writeLongJson } from './long-json.ts';

const value = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
const member = fc.oneof(value, fc.array(value), fc.bigInt(), fc.constant(undefined));

test('writes what writeJson writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(value, fc.dictionary(fc.string(), member)), async (any) => {
      expect(`${await writeLongJson(any)}`).toBe(writeJson(any, 2));
    }),
  );
});

test('handles other events while it writes a long list', async () => {
  const log: string[] = [];
  setImmediate(() => log.push('event'));
  await writeLongJson({ items: Array.from({ length: 60_000 }, (_, id) => ({ id })) });
  expect(log).toEqual(['event']);
});
