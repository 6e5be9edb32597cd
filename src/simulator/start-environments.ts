import { basename } from 'node:path';
import { readYamlFile } from '../text/yaml-file.ts';
import { gather, type Problem, UserError } from '../user-error.ts';
import type { CompleteOptions } from './complete-options.ts';
import { environmentBody, toEnvironmentRequest } from './control-api/environment-body.ts';
import { issuesInside } from './control-api/scenario-file.ts';
import { type EnvironmentRequest, findNameProblem, maxEnvironments } from './environment/environments.ts';
import { type Catalog, createCatalog } from './scenarios/catalog.ts';
import type { Scenario } from './scenarios/read-scenario.ts';
import { resolveScenario } from './scenarios/resolve-scenario.ts';

/**
 * Reads the environments to create at the start from their files. Throws one UserError with every problem.
 *
 * @param first the scenario of an environment that names none
 */
export async function readStartEnvironments(
  paths: readonly string[],
  options: CompleteOptions,
  first: Scenario,
): Promise<readonly EnvironmentRequest[]> {
  const most = maxEnvironments - 2;
  if (paths.length > most)
    throw new UserError({
      where: '--environments',
      what: `has more than ${most} files`,
      hint: 'remove some',
    });
  const { scenarios, maxOrders } = options;
  const catalog = createCatalog({ folder: scenarios, maxOrders, allowPaths: true });
  const problems: Problem[] = [];
  const requests = new Map<string, EnvironmentRequest>();
  for (const path of paths) {
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

/** Reads a file that describes one environment, which has the name of the file. */
async function readEnvironment(
  path: string,
  { seed, maxOrders, apiKey }: CompleteOptions,
  { first, catalog }: { readonly first: Scenario; readonly catalog: Catalog },
): Promise<EnvironmentRequest> {
  const name = basename(path).replace(/\.[a-z]+$/, '');
  const problem = findNameProblem(name);
  if (problem !== undefined) throw new UserError({ where: path, ...problem });
  const check = (value: unknown) => issuesInside(value, maxOrders);
  const body = await readYamlFile(path, { schema: environmentBody, check, secret: ['apiKeys'] });
  const { scenario = first } = body;
  const opened = typeof scenario === 'string' ? await catalog.open(scenario) : scenario;
  const initial = await resolveScenario(opened, { seed: body.seed ?? seed });
  return { ...toEnvironmentRequest(name, body, initial), apiKeys: body.apiKeys ?? apiKey };
}
