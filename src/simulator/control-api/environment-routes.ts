import * as z from 'zod';
import { created, ok, refusal } from '../../http/control-response.ts';
import { nothing } from '../../text/field-schemas.ts';
import { UserError } from '../../user-error.ts';
import { findNameProblem } from '../environment/environments.ts';
import { takeSnapshot } from '../environment/snapshot.ts';
import { errorBody, text } from './components.ts';
import {
  type ControlRoute,
  environmentRoute,
  refuseMore,
  route,
  unknownEnvironment,
} from './control-route.ts';
import { environmentBody, toEnvironmentRequest } from './environment-body.ts';
import { environmentView, openedEnvironment, viewEnvironment, viewSummary } from './environment-view.ts';
import { form, scenarioChoice, scenarioFile, scenarioFileTypes } from './scenario-file.ts';

const environmentList = z.strictObject({
  replica: text('The name of the process (`--replica`), where several run behind one address.'),
  environments: z.array(environmentView).describe('Oldest first. Production and staging always exist.'),
});

/** The routes of environments: list, create, replace and delete them, and load, reset and save their state. */
export const environmentRoutes: readonly ControlRoute[] = [
  route('GET /environments', {
    id: 'listEnvironments',
    summary: 'List the environments',
    responses: { 200: environmentList },
    handle: async (request) => {
      const all = await request.context.environments.summaries();
      const environments = all.map((one) => viewSummary(request, one));
      return ok({ replica: request.context.replica, environments });
    },
  }),
  environmentRoute('GET /environments/{environment}', {
    id: 'getEnvironment',
    summary: 'Get an environment',
    responses: { 200: environmentView },
    handle: (request) => ok(viewEnvironment(request, request.environment)),
  }),
  route('PUT /environments/{environment}', {
    id: 'putEnvironment',
    summary: 'Create or replace an environment',
    description:
      'Omitted API keys are generated at random, except that production and staging keep their first keys. A YAML body is the scenario. Up to 10,000 environments can exist at the same time.',
    accepts: 'scenario',
    body: environmentBody,
    responses: { 200: openedEnvironment, 201: openedEnvironment, 507: errorBody },
    handle: async ({ context, service, params: { environment: name }, body }) => {
      const problem = findNameProblem(name);
      if (problem !== undefined) throw new UserError(problem);
      const seed = String(body.seed ?? context.environments.production.settings.seed);
      const initial = await context.scenarios.resolve(body.scenario, seed);
      const full = refuseMore(context, initial.orders.length);
      if (full !== undefined) return full;
      const outcome = await context.environments.open(toEnvironmentRequest(name, body, initial));
      if (outcome.kind === 'too-many') {
        const what = `There are ${outcome.most} environments, which is the maximum`;
        return refusal('too_many_environments', `${what}; delete some, or create them with a ttl.`);
      }
      const { apiKeys } = outcome.environment.settings;
      const opened = { ...viewEnvironment({ context, service }, outcome.environment), apiKeys };
      return outcome.kind === 'created' ? created(opened) : ok(opened);
    },
  }),
  route('DELETE /environments/{environment}', {
    id: 'deleteEnvironment',
    summary: 'Delete an environment',
    description: 'Production and staging cannot be deleted.',
    responses: { 200: z.strictObject({ deleted: z.string() }) },
    handle: async ({ context, params: { environment: name } }) => {
      switch (await context.environments.close(name)) {
        case 'closed':
          return ok({ deleted: name });
        case 'permanent':
          return refusal('environment_permanent', `${name} cannot be deleted; use PUT or POST …/reset.`);
        case 'unknown':
          return unknownEnvironment(name);
      }
    },
  }),
  environmentRoute('PUT /environments/{environment}/scenario', {
    id: 'loadScenario',
    summary: 'Load a scenario, by name or inline',
    description: 'No request sees a mix of the old and the new state.',
    responses: { 200: environmentView, 507: errorBody },
    accepts: 'scenario',
    body: z.strictObject({ scenario: scenarioChoice.optional() }),
    handle: async ({ context, service, body, environment }) => {
      const { seed } = environment.settings;
      const initial = await context.scenarios.resolve(body.scenario, seed);
      const full = refuseMore(context, initial.orders.length);
      if (full !== undefined) return full;
      environment.load(initial);
      return ok(viewEnvironment({ context, service }, environment));
    },
  }),
  environmentRoute('POST /environments/{environment}/reset', {
    id: 'resetEnvironment',
    summary: 'Reset an environment to its scenario',
    description: 'Resets orders, keys, clock, gap choices, faults, holds, the random source and the journal.',
    responses: { 200: environmentView },
    body: nothing,
    handle: (request) => {
      request.environment.reset();
      return ok(viewEnvironment(request, request.environment));
    },
  }),
  environmentRoute('GET /environments/{environment}/snapshot', {
    id: 'getSnapshot',
    summary: 'Get the current state as a scenario file',
    description:
      'Loaded again, the list of orders has the same bytes. API keys and the journal are not included.',
    responses: { 200: scenarioFileTypes },
    query: { form },
    handle: ({ query, state }) => {
      state.shipDue();
      return scenarioFile(takeSnapshot(state), query.form);
    },
  }),
];
