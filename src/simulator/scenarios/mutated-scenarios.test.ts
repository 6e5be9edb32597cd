import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'vitest';
import { mutatedText } from '../../../test/support/mutated-text.ts';
import { UserError } from '../../user-error.ts';
import { createCatalog } from './catalog.ts';
import { readScenario } from './read-scenario.ts';
import { resolveScenario } from './resolve-scenario.ts';

const texts = (await createCatalog().entries()).map(({ path }) => readFileSync(path, 'utf8'));

test('mutated files load, or every problem of them has a line and a column', async () => {
  const property = fc.asyncProperty(mutatedText(texts), async (text) => {
    try {
      const options = { scenario: 'm', source: 'inline', maxOrders: 20_000 } as const;
      await resolveScenario(await readScenario({ name: 'm.yaml', text }, options), { seed: 1 });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const stray = error.problems
        .filter(({ what }) => !/^has \d+ more problems$/.test(what))
        .find(({ where }) => !/^m\.yaml:\d+:\d+$/.test(where ?? ''));
      if (stray !== undefined)
        throw new Error(`a problem without its place: ${stray.what}`, { cause: error });
    }
  });
  await fc.assert(property, { numRuns: 150 });
});
