import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepOutput } from './run-command.ts';

test('keeps the last bytes, whatever the chunks are', () => {
  const chunks = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), { maxLength: 20 });
  fc.assert(
    fc.property(chunks, fc.integer({ min: 1, max: 20 }), (texts, most) => {
      const output = keepOutput(most);
      for (const text of texts) output.add(Buffer.from(text));
      expect(output.text()).toBe(texts.join('').slice(-most));
    }),
  );
});
