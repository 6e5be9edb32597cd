import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { initCommand } from '../../src/cli/init.ts';
import { newFolder } from '../support/new-folder.ts';

const init = (cwd: string) =>
  initCommand({ cwd, out: { write: () => undefined } }).parseAsync(['python'], { from: 'user' });

test('init says which file it cannot write, and why', async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'scenarios'), '');
  await expect(init(cwd)).rejects.toThrow(
    /scenarios.first\.yaml cannot be written \(EEXIST\); run init in another folder$/,
  );
});
