import { glob, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

/** Folders that no pattern enters unless it names them. */
const skipped: readonly string[] = ['node_modules', '.git'];

/** Returns the files that a pattern matches, sorted, as absolute paths. The name of a folder matches every file in it. */
export async function findFiles(pattern: string, cwd: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const isFolder = (await stat(resolve(cwd, pattern)).catch(() => undefined))?.isDirectory() === true;
  const named = pattern.split(/[/\\]/);
  const exclude = (path: string) => {
    const name = path.split(sep).at(-1) ?? '';
    return skipped.includes(name) && !named.includes(name);
  };
  for await (const path of glob(isFolder ? `${pattern}/**` : pattern, { cwd, exclude })) {
    const file = resolve(cwd, path);
    if ((await stat(file).catch(() => undefined))?.isFile() === true) found.add(file);
  }
  return [...found].toSorted();
}
