import { stat } from 'node:fs/promises';
import { findFiles } from './find-files.ts';

/** Returns the names of the failing tests in results files, such as JUnit XML. */
export type ReadResults = (files: readonly string[]) => Promise<readonly string[]>;

/**
 * Looks at the results files before a run. Returns a function for its end, which reads only those that the run wrote: an
 * older file holds the results of another run.
 */
export async function expectResults(
  patterns: readonly string[],
  { cwd, readResults }: { readonly cwd: string; readonly readResults: ReadResults },
): Promise<() => Promise<readonly string[]>> {
  if (patterns.length === 0) return async () => [];
  const before = await versions(patterns, cwd);
  return async () => {
    const after = await versions(patterns, cwd);
    const written = [...after]
      .filter(([file, version]) => before.get(file) !== version)
      .map(([file]) => file);
    return written.length === 0 ? [] : readResults(written);
  };
}

/** Returns a text for each file, which changes when the file is written again. */
async function versions(patterns: readonly string[], cwd: string): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  for (const pattern of patterns)
    for (const file of await findFiles(pattern, cwd)) {
      const found = await stat(file, { bigint: true }).catch(() => undefined);
      if (found !== undefined) all.set(file, `${found.ino} ${found.mtimeNs} ${found.ctimeNs} ${found.size}`);
    }
  return all;
}
