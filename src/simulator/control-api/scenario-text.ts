import { z } from 'zod';
import type { InitialState } from '../environment/initial-state.ts';
import { showScenario } from '../scenarios/show-scenario.ts';
import type { ControlResponse } from './control-response.ts';

/** The query of a route that answers a scenario file. JSON has no cap of orders when it is read again. */
export const formQuery = z.strictObject({ form: z.enum(['yaml', 'json']).optional() });

/** A scenario file as an answer. */
export async function scenarioText(initial: InitialState, form: 'yaml' | 'json'): Promise<ControlResponse> {
  return { status: 200, text: await showScenario(initial, form), type: `application/${form}` };
}
