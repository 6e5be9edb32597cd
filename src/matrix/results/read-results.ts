import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextFile } from '../../text/text-file.ts';
import { formatProblem, UserError } from '../../user-error.ts';
import { failingTests } from './failing-tests.ts';

/** The maximum length of a file of results. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Reads the JUnit XML files in the folder of a run. A file that cannot be read is a problem and does not end the matrix: the
 * outcome is that of the command. Problems are sentences that name files relative to the folder.
 */
export async function readResults(folder: string) {
  const tests = new Set<string>();
  const problems: string[] = [];
  // The command may have removed its folder.
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  for (const file of files.filter((name) => name.endsWith('.xml')).toSorted()) {
    const read = await namesIn(join(folder, file), file);
    if (typeof read === 'string') problems.push(read);
    else for (const name of read) tests.add(name);
  }
  return { tests: [...tests], problems };
}

/** Returns the names of the failing tests of a file, or a sentence that says why it cannot be read. */
async function namesIn(path: string, shown: string): Promise<readonly string[] | string> {
  try {
    return failingTests(await readTextFile(path, maxBytes), shown);
  } catch (error) {
    if (error instanceof UserError) return error.problems.map(formatProblem).join('; ');
    throw error;
  }
}
