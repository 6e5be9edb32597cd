import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCapsule } from '../../../src/simulator/read-capsule.ts';
import { verifyCapsule } from '../../../src/simulator/verify-capsule.ts';
import { newFolder } from '../../support/new-folder.ts';
import { histories, recordHistory } from './record-history.ts';

test('a capsule of any history replays byte for byte, and contains no secret', async () => {
  const folder = newFolder();
  const file = join(folder, 'capsule.json');
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      await recordHistory(history, file);
      expect(await readFile(file, 'utf8')).not.toMatch(
        /test-api-key|some-other-key|a-key-of-a-test|secret-of-some|dXNlcj/,
      );
      const { differs, unsure } = await verifyCapsule(await readCapsule(file, 100_000), 100_000);
      expect({ differs, unsure }).toEqual({ differs: [], unsure: [] });
    }),
    { numRuns: 10 },
  );
});
