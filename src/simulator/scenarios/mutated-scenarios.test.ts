import fc from 'fast-check';
import { test } from 'vitest';
import { scenariosAreReadOrPlaced } from '../../../test/fuzz/mutated-scenarios.ts';

test('mutated files load, or every problem of them has a line and a column', async () => {
  await fc.assert(scenariosAreReadOrPlaced(), { numRuns: 150 });
});
