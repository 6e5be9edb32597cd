import { basename } from 'node:path';
import type { InlineScenario } from '../control-api.ts';
import { gather, type Problem, UserError } from '../user-error.ts';
import type { CompleteOptions } from './complete-options.ts';
import type { EnvironmentRequest } from './environment/environments.ts';
import { isProfileName, type ProfileName } from './environment/gaps/gap.ts';
import type { GapChoiceTexts } from './environment/initial-state.ts';
import { createCatalog, readFolder, validateFolder } from './scenarios/catalog.ts';
import { readProfileFile } from './scenarios/profile-file.ts';
import { readScenario, type Scenario } from './scenarios/read-scenario.ts';
import { readScenarioObject } from './scenarios/read-scenario-object.ts';
import { resolveScenario } from './scenarios/resolve-scenario.ts';

type ProfileChoices = { readonly profile: ProfileName | undefined; readonly gaps: GapChoiceTexts };

/**
 * Reads the scenarios and the profile of valid options, and the environments to create besides production and staging. Throws one
 * UserError with the problems of all files. `isBase`: whether the scenarios are those of a run of `matrix`.
 */
export async function readStartFiles(options: CompleteOptions, isBase: boolean) {
  const problems: Problem[] = [];
  const choices = await gather(readChoices(options), problems);
  const scenarios = await gather(openScenarios(options), problems);
  const others = scenarios && (await gather(readEnvironments(options, scenarios[0]), problems));
  if (choices === undefined || scenarios === undefined || others === undefined) throw new UserError(problems);
  const [first, second] = isBase ? markAsBase(scenarios) : scenarios;
  const { seed } = options;
  const production = await resolveScenario(first, { seed });
  // An initial state never changes, so both environments can share it.
  const staging = second === first ? production : await resolveScenario(second, { seed });
  return { ...choices, first, production, staging, others };
}

async function readEnvironments(
  options: CompleteOptions,
  first: Scenario,
): Promise<readonly EnvironmentRequest[]> {
  const { environments: folder } = options;
  const files = folder === undefined ? [] : await readFolder(folder);
  const wanted = files.filter((file) => /^[^.].*\.(?:yaml|yml|json)$/.test(basename(file))).toSorted();
  // Most starts have no environments, and need none of the modules that read them.
  if (wanted.length === 0) return [];
  const { readStartEnvironments } = await import('./start-environments.ts');
  return readStartEnvironments(wanted, options, first);
}

function markAsBase([first, second]: [Scenario, Scenario]): [Scenario, Scenario] {
  const base = { ...first, isBase: true };
  return [base, second === first ? base : { ...second, isBase: true }];
}

/** Opens the scenarios of production and staging. Throws one UserError with the problems of both, and of the folder. */
async function openScenarios(options: CompleteOptions): Promise<[Scenario, Scenario]> {
  const { scenario, scenarioInline, stagingScenario, scenarios: folder, maxOrders } = options;
  const catalog = createCatalog({ folder, maxOrders, allowPaths: true });
  const open = (given: string | InlineScenario, name: string) =>
    typeof given === 'string' ? catalog.open(given) : readScenarioObject(given, { name, maxOrders });
  const inline = { scenario: 'inline', source: 'inline', maxOrders } as const;
  const problems: Problem[] = [];
  if (folder !== undefined) await gather(validateFolder(catalog), problems);
  const first = await gather(
    scenarioInline === undefined
      ? open(scenario, 'scenario')
      : readScenario({ name: 'inline', text: scenarioInline }, inline),
    problems,
  );
  const second =
    stagingScenario === undefined ? first : await gather(open(stagingScenario, 'stagingScenario'), problems);
  if (first === undefined || second === undefined || problems.length > 0) throw new UserError(problems);
  return [first, second];
}

async function readChoices({ profile, gaps: chosen = {} }: CompleteOptions): Promise<ProfileChoices> {
  const given = Object.entries(chosen).filter(([, choice]) => choice !== undefined);
  const gaps: GapChoiceTexts = Object.fromEntries(given);
  if (profile === undefined || isProfileName(profile)) return { profile, gaps };
  const file = await readProfileFile(profile);
  return { profile: file.profile, gaps: { ...file.gaps, ...gaps } };
}
