import { z } from 'zod';
import type { DataIssue } from '../../shared/data-issue.ts';
import type { InitialState } from '../environment/initial-state.ts';
import { readScenario } from '../scenarios/read-scenario.ts';
import { resolveScenario } from '../scenarios/resolve-scenario.ts';
import { checkScenario } from '../scenarios/scenario-checks.ts';
import { type ScenarioFile, scenarioSchema } from '../scenarios/scenario-schema.ts';
import type { ControlCall } from './control-route.ts';
import { jsonBodyName, readJsonBody } from './read-input.ts';

/** The name that a scenario has which came in the body of a request. */
export const inlineName = 'inline';

const scenarioField = { scenario: z.union([z.string(), scenarioSchema]).optional() };

/** The schema of a body that has a scenario beside other fields; made once, since making one is slow. */
export function scenarioBody<Fields extends z.ZodRawShape>(
  fields: Fields,
): z.ZodObject<Fields & typeof scenarioField> {
  return z.strictObject({ ...fields, ...scenarioField });
}

/** What came of a body that has a scenario: its other fields, and the scenario resolved. */
export type ScenarioBody<Read> = { readonly fields: Partial<Read>; readonly initial: InitialState };

/**
 * Reads a body that has a scenario: JSON with a field `scenario`, a name or the scenario itself, beside other fields; or
 * YAML, which is the scenario and nothing else. Without a scenario it is the one the simulator was started with. Throws
 * a UserError with every problem.
 */
export async function readScenarioBody<Read extends { scenario?: string | ScenarioFile | undefined }>(
  { parts, content }: ControlCall,
  schema: z.ZodType<Read>,
  seedOf: (fields: Partial<Read>) => string,
): Promise<ScenarioBody<Read>> {
  const { scenarios, maxOrders } = parts;
  if (content.kind === 'yaml') {
    const text = { name: 'body.yaml', text: content.text };
    const scenario = await readScenario(text, { scenario: inlineName, source: 'inline', maxOrders });
    return { fields: {}, initial: await resolveScenario(scenario, { seed: Number(seedOf({})) }) };
  }
  const limits = { maxOrders, maxListed: maxOrders };
  const fields = await readJsonBody(content, schema, (value) => issuesInside(value, limits));
  const { scenario } = fields;
  const seed = seedOf(fields);
  if (scenario === undefined) return { fields, initial: await scenarios.startedWith(seed) };
  if (typeof scenario === 'string') return { fields, initial: await scenarios.byName(scenario, seed) };
  const inline = { name: inlineName, source: 'inline', file: jsonBodyName, content: scenario } as const;
  return { fields, initial: await resolveScenario(inline, { seed: Number(seed) }) };
}

/** What is wrong with an inline scenario as a whole, at its place in the body. */
function issuesInside(value: unknown, limits: Parameters<typeof checkScenario>[1]): readonly DataIssue[] {
  const scenario = typeof value === 'object' && value !== null ? Reflect.get(value, 'scenario') : undefined;
  if (typeof scenario !== 'object' || scenario === null) return [];
  return checkScenario(scenario, limits).map((issue) => ({ ...issue, path: ['scenario', ...issue.path] }));
}
