import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { relative } from 'node:path';
import { codeOf, UserError } from '../../../user-error.ts';
import { findFiles } from '../find-files.ts';

/** Everything that the outcome of a run depends on, except its cell: a digest or a text for each, by its name. */
export type CacheInputs = Readonly<Record<string, string>>;

/** Returns a digest of each file that a pattern of `--input` matches, by its path. Throws a UserError if one matches none. */
export async function digestInputs(patterns: readonly string[], cwd: string): Promise<CacheInputs> {
  const digests: Record<string, string> = {};
  for (const pattern of patterns) {
    const files = await findFiles(pattern, cwd);
    if (files.length === 0)
      throw new UserError({
        where: '--input',
        what: `${JSON.stringify(pattern)} matches no file`,
        expected: `a path or a pattern below ${cwd}, such as 'src/**/*.js'`,
      });
    for (const file of files) digests[relative(cwd, file)] ??= await digestFile(file);
  }
  return digests;
}

async function digestFile(file: string): Promise<string> {
  const sum = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) sum.update(chunk);
  } catch (error) {
    throw new UserError({ where: '--input', what: `${file} cannot be read (${codeOf(error) ?? error})` });
  }
  return sum.digest('hex');
}

export function digest(text: string): string {
  return hash('sha256', text);
}

/** Returns the names of the inputs that differ, were added, or are gone. */
export function changedInputs(before: CacheInputs, now: CacheInputs): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => before[name] !== now[name],
  );
}
