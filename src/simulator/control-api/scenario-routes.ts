import { UserError } from '../../shared/user-error.ts';
import { refusal } from './control-error.ts';
import { type ControlResponse, ok } from './control-response.ts';
import type { ControlCall, ControlRoute } from './control-route.ts';
import { nothing } from './input-schemas.ts';
import { readQuery } from './read-input.ts';
import { formQuery, scenarioText } from './scenario-text.ts';

/** The scenarios that have a name: list them, show one. */
export const scenarioRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/scenarios', takes: 'nothing', answer: listScenarios },
  { method: 'GET', path: '/scenarios/{scenario}', takes: 'nothing', answer: showNamed },
];

/** A file of the user's folder that cannot be read is listed with its problems, so that it hides none of the others. */
async function listScenarios({ parts, query }: ControlCall): Promise<ControlResponse> {
  readQuery(query, nothing);
  const { catalog } = parts.scenarios;
  const entries = await catalog.entries();
  const scenarios = entries.map(async ({ name, source }) => {
    try {
      const { content } = await catalog.open(name);
      return { name, source, description: content.description ?? '', handles: content.handles ?? {} };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { name, source, problems: error.message.split('\n') };
    }
  });
  return ok({ scenarios: await Promise.all(scenarios) });
}

/** The scenario as it resolves with the seed that the simulator was started with, as a file. */
async function showNamed({ parts, parameters, query }: ControlCall): Promise<ControlResponse> {
  const { form = 'yaml' } = readQuery(query, formQuery);
  const { scenario: name = '' } = parameters;
  const names = await parts.scenarios.catalog.names();
  if (!names.includes(name))
    return refusal(
      'scenario_not_found',
      `There is no scenario ${JSON.stringify(name)}; GET /scenarios lists them.`,
    );
  const { seed } = parts.environments.production.settings;
  return scenarioText(await parts.scenarios.byName(name, seed), form);
}
