import { stat } from 'node:fs/promises';
import { findFiles } from './find-files.ts';

/** Returns the names of the failing tests in results files, such as JUnit XML. Problems name files relative to `folder`. */
export type ReadResults = (files: readonly string[], folder: string) => Promise<readonly string[]>;

/** Where results files are: the folder of the command, or that of the run. */
export type ResultFolders = { readonly cwd: string; readonly runFolder: string };

/**
 * Looks at the results files before a run. Returns a function for its end, which reads only those that the run wrote: an
 * older file holds the results of another run.
 */
export async function expectResults(
  patterns: readonly string[],
  { cwd, runFolder }: ResultFolders,
  readResults: ReadResults,
): Promise<() => Promise<readonly string[]>> {
  if (patterns.length === 0) return async () => [];
  const before = await versions(patterns, cwd);
  return async () => {
    const after = await versions(patterns, cwd);
    const written = [...after]
      .filter(([file, version]) => before.get(file) !== version)
      .map(([file]) => file);
    if (written.length === 0) return [];
    return readResults(written, written.every((file) => file.startsWith(runFolder)) ? runFolder : cwd);
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
