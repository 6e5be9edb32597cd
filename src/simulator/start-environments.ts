import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../text/text-file.ts';
import { gather, type Problem, UserError } from '../user-error.ts';
import type { CompleteOptions } from './complete-options.ts';
import { type EnvironmentRequest, maxEnvironments } from './environment/environments.ts';
import type { Catalog } from './scenarios/catalog.ts';
import type { Scenario } from './scenarios/read-scenario.ts';

/**
 * Reads the environments to create at the start from a folder with one file for each. Throws one UserError with every problem.
 *
 * @param first the scenario of an environment that names none
 */
export async function readStartEnvironments(
  folder: string,
  options: CompleteOptions,
  first: Scenario,
): Promise<readonly EnvironmentRequest[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw fileError(folder, error);
  });
  const wanted = files.filter((file) => /^[^.].*\.(?:yaml|yml|json)$/.test(file)).toSorted();
  // Most starts have no environments, and need none of the modules that read them.
  if (wanted.length === 0) return [];
  const most = maxEnvironments - 2;
  if (wanted.length > most)
    throw new UserError({ where: folder, what: `has more than ${most} environments`, hint: 'remove some' });
  const { createCatalog } = await import('./scenarios/catalog.ts');
  const { scenarios, maxOrders } = options;
  const catalog = createCatalog({ folder: scenarios, maxOrders, allowPaths: true });
  const problems: Problem[] = [];
  const requests = new Map<string, EnvironmentRequest>();
  for (const file of wanted) {
    const path = join(folder, file);
    const found: Problem[] = [];
    const request = await gather(readEnvironment(path, options, { first, catalog }), found);
    problems.push(...found.map((problem) => ({ where: `${path}:`, ...problem })));
    if (request === undefined) continue;
    if (requests.has(request.name)) problems.push({ where: path, what: `is the second "${request.name}"` });
    requests.set(request.name, request);
  }
  if (problems.length > 0) throw new UserError(problems);
  return [...requests.values()];
}

async function readEnvironment(
  path: string,
  { seed, maxOrders, apiKey }: CompleteOptions,
  { first, catalog }: { readonly first: Scenario; readonly catalog: Catalog },
): Promise<EnvironmentRequest> {
  const [{ readEnvironmentFile }, { toEnvironmentRequest }, { resolveScenario }] = await Promise.all([
    import('./control-api/environment-file.ts'),
    import('./control-api/environment-body.ts'),
    import('./scenarios/resolve-scenario.ts'),
  ]);
  const { name, body } = await readEnvironmentFile(path, maxOrders);
  const { scenario = first } = body;
  const opened = typeof scenario === 'string' ? await catalog.open(scenario) : scenario;
  const initial = await resolveScenario(opened, { seed: body.seed ?? seed });
  return { ...toEnvironmentRequest(name, body, initial), apiKeys: body.apiKeys ?? apiKey };
}
