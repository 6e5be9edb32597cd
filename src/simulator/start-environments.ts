import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../text/text-file.ts';
import { gather, type Problem, UserError } from '../user-error.ts';
import type { CompleteOptions } from './complete-options.ts';
import type { DescribedEnvironment } from './control-api/environment-file.ts';
import type { EnvironmentRequest } from './environment/environments.ts';
import type { Scenario } from './scenarios/read-scenario.ts';

/**
 * Reads the environments to create at the start: from a file that maps names to environments, or a folder of such
 * files. Throws one UserError with every problem.
 *
 * @param first the scenario of an environment that names none
 */
export async function readStartEnvironments(
  given: string,
  options: CompleteOptions,
  first: Scenario,
): Promise<readonly EnvironmentRequest[]> {
  const files = await findFiles(given);
  // Most starts have no environments, and need none of the modules that read them.
  if (files.length === 0) return [];
  const { readEnvironmentFile } = await import('./control-api/environment-file.ts');
  const described: DescribedEnvironment[] = [];
  const problems: Problem[] = [];
  for (const file of files)
    described.push(...((await gather(readEnvironmentFile(file, options.maxOrders), problems)) ?? []));
  problems.push(...findRepeated(described));
  const requests = await resolveAll(described, { options, first, problems });
  if (problems.length > 0) throw new UserError(problems);
  return requests;
}

async function findFiles(given: string): Promise<readonly string[]> {
  const found = await stat(given).catch((error: unknown) => {
    throw fileError(given, error);
  });
  if (!found.isDirectory()) return [given];
  const files = await readdir(given);
  const wanted = files.filter((file) => /^[^.].*\.(?:yaml|yml|json)$/.test(file)).toSorted();
  return wanted.map((file) => join(given, file));
}

function findRepeated(described: readonly DescribedEnvironment[]): readonly Problem[] {
  return described.flatMap(({ name, where }, at) => {
    const before = described.slice(0, at).find((one) => one.name === name);
    if (before === undefined) return [];
    return [{ where, what: `is the second environment ${JSON.stringify(name)}, after ${before.where}` }];
  });
}

async function resolveAll(
  described: readonly DescribedEnvironment[],
  {
    options,
    first,
    problems,
  }: { readonly options: CompleteOptions; readonly first: Scenario; readonly problems: Problem[] },
): Promise<readonly EnvironmentRequest[]> {
  const [{ createCatalog }, { resolveScenario }, { toEnvironmentRequest }] = await Promise.all([
    import('./scenarios/catalog.ts'),
    import('./scenarios/resolve-scenario.ts'),
    import('./control-api/environment-body.ts'),
  ]);
  const { scenarios: folder, maxOrders, apiKey } = options;
  const catalog = createCatalog({ folder, maxOrders, allowPaths: true });
  const requests: EnvironmentRequest[] = [];
  for (const { name, where, body } of described) {
    try {
      const { scenario = first } = body;
      const opened = typeof scenario === 'string' ? await catalog.open(scenario) : scenario;
      const seed = body.seed ?? options.seed;
      const initial = await resolveScenario(opened, { seed });
      requests.push({ ...toEnvironmentRequest(name, body, initial), apiKeys: body.apiKeys ?? apiKey });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.problems.map((problem) => ({ where: `${where} ${name}:`, ...problem })));
    }
  }
  return requests;
}
