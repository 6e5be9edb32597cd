import { z } from 'zod';
import { UserError } from '../../shared/user-error.ts';
import { takeSnapshot } from '../environment/snapshot.ts';
import { findNameProblem } from '../environment/temporary-environments.ts';
import { gapChoiceTexts } from '../scenarios/resolve-scenario.ts';
import { scenarioSchema } from '../scenarios/scenario-schema.ts';
import { created, ok, refusal } from './control-response.ts';
import { type ControlRoute, environmentRoute, route, unknownEnvironment } from './control-route.ts';
import { viewEnvironment } from './environment-view.ts';
import { apiKey, duration, maxKeys, nothing, oneOf, smallInteger } from './field-schemas.ts';
import { form, scenarioField, scenarioFile } from './scenario-file.ts';

/** The routes of environments: list, create, replace and delete them, and load, reset and save their state. */
export const environmentRoutes: readonly ControlRoute[] = [
  route('GET /environments', {
    handle: async (request) => {
      const all = request.context.environments.all();
      return ok({ environments: await Promise.all(all.map((one) => viewEnvironment(request, one))) });
    },
  }),
  environmentRoute('GET /environments/{environment}', {
    handle: async (request) => ok(await viewEnvironment(request, request.environment)),
  }),
  route('PUT /environments/{environment}', {
    accepts: 'scenario',
    body: z
      .strictObject({
        seed: smallInteger(0, Number.MAX_SAFE_INTEGER).optional(),
        profile: scenarioSchema.shape.profile,
        gaps: scenarioSchema.shape.gaps,
        apiKeys: z.array(apiKey).min(1).max(maxKeys).optional(),
        ttl: duration('7d', '1s').optional(),
        ttlSeconds: smallInteger(1, 7 * 86_400).optional(),
        scenario: scenarioField,
      })
      .refine(...oneOf('ttl', 'ttlSeconds')),
    handle: async ({ context, service, params: { environment: name }, body }) => {
      const problem = findNameProblem(name);
      if (problem !== undefined) throw new UserError(problem);
      const seed = body.seed === undefined ? undefined : String(body.seed);
      const { settings } = context.environments.production;
      const outcome = context.temporaryEnvironments.open({
        name,
        initial: await context.scenarios.resolve(body.scenario, seed ?? settings.seed),
        seed,
        profile: body.profile,
        gaps: gapChoiceTexts(body.gaps ?? {}),
        apiKeys: body.apiKeys,
        ttlMs: body.ttlSeconds === undefined ? body.ttl : body.ttlSeconds * 1000,
      });
      if (outcome.kind === 'too-many')
        return refusal(
          'too_many_environments',
          `There are ${outcome.most} environments, which is the maximum; delete some, or create them with a ttl.`,
        );
      const view = await viewEnvironment({ context, service }, outcome.environment);
      const opened = { ...view, apiKeys: outcome.apiKeys };
      return outcome.kind === 'created' ? created(opened) : ok(opened);
    },
  }),
  route('DELETE /environments/{environment}', {
    handle: ({ context, params: { environment: name } }) => {
      switch (context.temporaryEnvironments.close(name)) {
        case 'closed':
          return ok({ deleted: name });
        case 'permanent':
          return refusal(
            'environment_permanent',
            `${name} cannot be deleted; use PUT to replace it, or POST …/reset to reset it.`,
          );
        case 'unknown':
          return unknownEnvironment(name);
      }
    },
  }),
  environmentRoute('PUT /environments/{environment}/scenario', {
    accepts: 'scenario',
    body: z.strictObject({ scenario: scenarioField }),
    handle: async ({ context, service, body, environment }) => {
      const initial = await context.scenarios.resolve(body.scenario, environment.settings.seed);
      // It may be deleted or replaced while a large scenario is read.
      const current = context.environments.get(environment.name);
      if (current === undefined) return unknownEnvironment(environment.name);
      current.load(initial);
      return ok(await viewEnvironment({ context, service }, current));
    },
  }),
  environmentRoute('POST /environments/{environment}/reset', {
    body: nothing,
    handle: async (request) => {
      request.environment.reset();
      return ok(await viewEnvironment(request, request.environment));
    },
  }),
  environmentRoute('GET /environments/{environment}/snapshot', {
    query: { form },
    handle: async ({ query, state }) => scenarioFile(await takeSnapshot(state), query.form),
  }),
];
