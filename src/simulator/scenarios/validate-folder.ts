import { type Problem, UserError } from '../../shared/user-error.ts';
import type { Catalog } from './catalog.ts';

/**
 * Reads every scenario of the user's folder and throws one UserError with all that is wrong: a broken file is told at the
 * start, not when a test asks for it.
 */
export async function validateFolder(catalog: Catalog): Promise<void> {
  const own = (await catalog.entries()).filter(({ source }) => source === 'folder');
  const problems: Problem[] = [];
  for (const name of new Set(own.map((entry) => entry.name))) {
    await catalog.open(name).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.problems);
    });
  }
  if (problems.length > 0) throw new UserError(problems);
}
