import { z } from 'zod';
import { showScenario } from '../../scenarios/show-scenario.ts';
import type { InitialState } from '../../simulation/initial-state.ts';
import type { ControlAnswer } from './control-answer.ts';

/** The query of a route that answers a scenario file. JSON has no cap of orders when it is read again. */
export const formQuery = z.strictObject({ form: z.enum(['yaml', 'json']).optional() });

/** A scenario file as an answer. */
export async function scenarioText(initial: InitialState, form: 'yaml' | 'json'): Promise<ControlAnswer> {
  return { status: 200, text: await showScenario(initial, form), type: `application/${form}` };
}
