import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { startShell } from '../support/run-program.ts';

/** Files with 20 problems that are shown: far more text than the 64 KiB that a pipe holds. */
const folder = newFolder();
const files = Array.from({ length: 60 }, (_, at) => join(folder, `mine-${at}.yaml`));
for (const file of files) writeFileSync(file, `orders:\n${`  - { status: ${'x'.repeat(80)} }\n`.repeat(30)}`);

/** Reads byte by byte, which is slower than any program writes. */
const slowly = 'while IFS= read -r line; do echo "$line"; done';

test('every problem reaches a reader that is slower than the program', async () => {
  const line = `"$0" "$1" scenarios validate ${files.join(' ')} 2>&1 | ${slowly}; echo "code \${PIPESTATUS[0]}"`;
  const { stdout } = await startShell(line).ended;
  const lines = stdout.trimEnd().split('\n');
  expect(stdout.length).toBeGreaterThan(2 * 65_536);
  expect(lines).toHaveLength(60 * 21 + 1);
  expect(lines.slice(-2)).toEqual([`error: ${files.at(-1)} has 10 more problems`, 'code 2']);
});

test('a command ends quietly, and not with 0, when its reader closes the pipe', async () => {
  const line = `"$0" "$1" scenarios show large | head -1; echo "code \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await startShell(line).ended;
  expect([stderr, stdout]).toEqual(['', expect.stringMatching(/^description: .*\ncode 141\n$/)]);
});
