import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasDigitRun } from './digit-run.ts';

test('finds a row of so many digits wherever it stands, and no shorter one', () => {
  const text = fc.array(fc.constantFrom('0', '9', '12345', '678', 'x', '/', ':', 'é'), { maxLength: 12 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (parts, length) => {
      const found = hasDigitRun(Buffer.from(parts.join('')), length);
      expect(found).toBe(new RegExp(`[0-9]{${length}}`).test(parts.join('')));
    }),
    { numRuns: 1000 },
  );
});
