import fc from 'fast-check';
import { test } from 'vitest';
import { scenariosAreReadOrPlaced } from '../../test/fuzz/mutated-scenarios.ts';
import { howMany } from '../../test/how-many.ts';

const runs = howMany(500, 10_000);

test(`${runs} mutated files load, or every problem of them has a line and a column`, async () => {
  await fc.assert(scenariosAreReadOrPlaced, { numRuns: runs });
}, 120_000);
