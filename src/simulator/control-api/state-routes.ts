import type { Environment } from '../environment/environment.ts';
import { takeSnapshot } from '../environment/snapshot.ts';
import { type ControlResponse, ok } from './control-response.ts';
import { type ControlCall, type ControlRoute, environmentRoute } from './control-route.ts';
import { viewEnvironment } from './environment-view.ts';
import { nothing } from './input-schemas.ts';
import { readJsonBody, readQuery } from './read-input.ts';
import { readScenarioBody, scenarioBody } from './scenario-input.ts';
import { formQuery, scenarioText } from './scenario-text.ts';

/** The state of an environment as a whole: load a scenario, go back to it, write it down. */
export const stateRoutes: readonly ControlRoute[] = [
  environmentRoute('PUT', '/scenario', 'scenario', loadScenario),
  environmentRoute('POST', '/reset', 'json', reset),
  environmentRoute('GET', '/snapshot', 'nothing', snapshot),
];

const loadBody = scenarioBody({});

async function snapshot({ query }: ControlCall, { state }: Environment): Promise<ControlResponse> {
  const { form = 'yaml' } = readQuery(query, formQuery);
  return scenarioText(await takeSnapshot(state), form);
}

async function loadScenario(call: ControlCall, environment: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const { initial } = await readScenarioBody(call, loadBody, () => environment.settings.seed);
  environment.load(initial);
  return ok(await viewEnvironment(call.parts, environment));
}

async function reset(call: ControlCall, environment: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  await readJsonBody(call.content, nothing);
  environment.reset();
  return ok(await viewEnvironment(call.parts, environment));
}
