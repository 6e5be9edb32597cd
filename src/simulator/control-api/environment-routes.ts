import * as z from 'zod';
import { created, ok, refusal } from '../../http/control-response.ts';
import { nothing } from '../../text/field-schemas.ts';
import { UserError } from '../../user-error.ts';
import { findNameProblem } from '../environment/environments.ts';
import { takeSnapshot } from '../environment/snapshot.ts';
import {
  type ControlRoute,
  environmentRoute,
  refuseMore,
  route,
  unknownEnvironment,
} from './control-route.ts';
import { environmentBody, toEnvironmentRequest } from './environment-body.ts';
import { viewEnvironment, viewSummary } from './environment-view.ts';
import { form, scenarioChoice, scenarioFile } from './scenario-file.ts';

/** The routes of environments: list, create, replace and delete them, and load, reset and save their state. */
export const environmentRoutes: readonly ControlRoute[] = [
  route('GET /environments', {
    handle: async (request) => {
      const all = await request.context.environments.summaries();
      const environments = all.map((one) => viewSummary(request, one));
      return ok({ replica: request.context.replica, environments });
    },
  }),
  environmentRoute('GET /environments/{environment}', {
    handle: (request) => ok(viewEnvironment(request, request.environment)),
  }),
  route('PUT /environments/{environment}', {
    accepts: 'scenario',
    grows: true,
    body: environmentBody,
    handle: async ({ context, service, params: { environment: name }, body }) => {
      const problem = findNameProblem(name);
      if (problem !== undefined) throw new UserError(problem);
      const seed = String(body.seed ?? context.environments.production.settings.seed);
      const initial = await context.scenarios.resolve(body.scenario, seed);
      const full = refuseMore(context, initial.orders.list.length);
      if (full !== undefined) return full;
      const outcome = await context.environments.open(toEnvironmentRequest(name, body, initial));
      if (outcome.kind === 'too-many')
        return refusal(
          'too_many_environments',
          `There are ${outcome.most} environments, which is the maximum; delete some, or create them with a ttl.`,
        );
      const { environment, apiKeys } = outcome;
      const opened = { ...viewEnvironment({ context, service }, environment), apiKeys };
      return outcome.kind === 'created' ? created(opened) : ok(opened);
    },
  }),
  route('DELETE /environments/{environment}', {
    handle: async ({ context, params: { environment: name } }) => {
      switch (await context.environments.close(name)) {
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
    grows: true,
    body: z.strictObject({ scenario: scenarioChoice.optional() }),
    handle: async ({ context, service, body, environment }) => {
      const { seed } = environment.settings;
      const initial = await context.scenarios.resolve(body.scenario, seed);
      const full = refuseMore(context, initial.orders.list.length);
      if (full !== undefined) return full;
      // It may be deleted or replaced while a file is read.
      const current = await context.environments.find(environment.name);
      if (current === undefined) return unknownEnvironment(environment.name);
      current.load(initial);
      await current.confirm?.();
      return ok(viewEnvironment({ context, service }, current));
    },
  }),
  environmentRoute('POST /environments/{environment}/reset', {
    body: nothing,
    handle: (request) => {
      request.environment.reset();
      return ok(viewEnvironment(request, request.environment));
    },
  }),
  environmentRoute('GET /environments/{environment}/snapshot', {
    query: { form },
    handle: ({ query, state }) => {
      state.shipping.shipDue(state.clock.now(), state.counts.lists);
      return scenarioFile(takeSnapshot(state), query.form);
    },
  }),
];
