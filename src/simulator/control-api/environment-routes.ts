import { z } from 'zod';
import { UserError } from '../../shared/user-error.ts';
import { findNameProblem } from '../environment/temporary-environments.ts';
import { gapChoiceTexts } from '../scenarios/resolve-scenario.ts';
import { scenarioSchema } from '../scenarios/scenario-schema.ts';
import { refusal } from './control-error.ts';
import { type ControlResponse, created, ok } from './control-response.ts';
import {
  type ControlCall,
  type ControlRoute,
  environmentRoute,
  unknownEnvironment,
} from './control-route.ts';
import { viewEnvironment } from './environment-view.ts';
import { apiKey, nothing, smallInteger } from './input-schemas.ts';
import { readQuery } from './read-input.ts';
import { readScenarioBody, scenarioBody } from './scenario-input.ts';

const longestLifeSeconds = 7 * 86_400;

const environmentBody = scenarioBody({
  seed: smallInteger(0, Number.MAX_SAFE_INTEGER).optional(),
  profile: scenarioSchema.shape.profile,
  gaps: scenarioSchema.shape.gaps,
  apiKeys: z.array(apiKey).min(1).max(100).optional(),
  ttlSeconds: smallInteger(1, longestLifeSeconds).optional(),
});

/** The environments as a whole: list, show, create or replace, delete. */
export const environmentRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/environments', takes: 'nothing', answer: listEnvironments },
  environmentRoute('GET', '', 'nothing', async ({ parts, query }, environment) => {
    readQuery(query, nothing);
    return ok(await viewEnvironment(parts, environment));
  }),
  { method: 'PUT', path: '/environments/{environment}', takes: 'scenario', answer: putEnvironment },
  { method: 'DELETE', path: '/environments/{environment}', takes: 'nothing', answer: deleteEnvironment },
];

async function listEnvironments({ parts, query }: ControlCall): Promise<ControlResponse> {
  readQuery(query, nothing);
  const all = parts.environments.all();
  return ok({ environments: await Promise.all(all.map((one) => viewEnvironment(parts, one))) });
}

async function putEnvironment(call: ControlCall): Promise<ControlResponse> {
  const { parts, parameters, query } = call;
  readQuery(query, nothing);
  const { environment: name = '' } = parameters;
  const problem = findNameProblem(name);
  if (problem !== undefined) throw new UserError(problem);
  const seedAtStart = parts.environments.production.settings.seed;
  const { fields, initial } = await readScenarioBody(call, environmentBody, (given) =>
    given.seed === undefined ? seedAtStart : String(given.seed),
  );
  const outcome = parts.temporaryEnvironments.open({
    name,
    initial,
    seed: fields.seed === undefined ? undefined : String(fields.seed),
    profile: fields.profile,
    gaps: gapChoiceTexts(fields.gaps ?? {}),
    apiKeys: fields.apiKeys,
    ttlMs: fields.ttlSeconds === undefined ? undefined : fields.ttlSeconds * 1000,
  });
  if (outcome.kind === 'too-many')
    return refusal(
      'too_many_environments',
      `There are ${outcome.most} environments, the most at once; delete some, or give them a ttlSeconds.`,
    );
  const view = { ...(await viewEnvironment(parts, outcome.environment)), apiKeys: outcome.apiKeys };
  return outcome.kind === 'created' ? created(view) : ok(view);
}

function deleteEnvironment({ parts, parameters, query }: ControlCall): ControlResponse {
  readQuery(query, nothing);
  const { environment: name = '' } = parameters;
  switch (parts.temporaryEnvironments.close(name)) {
    case 'closed':
      return ok({ deleted: name });
    case 'permanent':
      return refusal(
        'environment_permanent',
        `${name} is always there; PUT replaces it, POST …/reset takes it back to its scenario.`,
      );
    case 'unknown':
      return unknownEnvironment(name);
  }
}
