import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { initCommand } from '../../src/cli/init.ts';
import { newFolder } from '../support/new-folder.ts';

const init = (cwd: string) =>
  initCommand({ cwd, out: { write: () => undefined } }).parseAsync(['python'], { from: 'user' });

test.each([
  ['scenarios is a file', (cwd: string) => writeFileSync(join(cwd, 'scenarios'), '')],
  [
    // The root user may write everywhere, but not into /proc.
    'a folder cannot be written',
    (cwd: string) => {
      mkdirSync(join(cwd, '.github'));
      symlinkSync('/proc/self', join(cwd, '.github/workflows'));
    },
  ],
])('init writes nothing and says why if %s', async (_, prepare) => {
  const cwd = newFolder();
  prepare(cwd);
  const before = readdirSync(cwd);
  await expect(init(cwd)).rejects.toThrow(
    /^\S+ cannot be written \(.+\); nothing was written; run init in another folder$/,
  );
  expect(readdirSync(cwd)).toEqual(before);
});
