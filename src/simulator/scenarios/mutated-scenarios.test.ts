import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scenariosAreReadOrPlaced } from '../../../test/fuzz/mutated-scenarios.ts';
import { UserError } from '../../user-error.ts';

test('mutated files load, or every problem of them has a line and a column', async () => {
  await fc.assert(scenariosAreReadOrPlaced(), { numRuns: 150 });
});

test.each([[new TypeError('planted')], [new UserError({ where: 'm.yaml', what: 'is wrong' })]])(
  'fails for a reader that throws %s',
  async (error) => {
    const property = scenariosAreReadOrPlaced(() => Promise.reject(error));
    expect((await fc.check(property, { numRuns: 1 })).failed).toBe(true);
  },
);
