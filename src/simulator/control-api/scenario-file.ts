import * as z from 'zod';
import type { ControlResponse } from '../../http/control-response.ts';
import type { DataIssue } from '../../text/data-issue.ts';
import { readYaml } from '../../text/yaml-file.ts';
import type { InitialState } from '../environment/initial-state.ts';
import { readScenario, type Scenario } from '../scenarios/read-scenario.ts';
import { checkScenario } from '../scenarios/scenario-checks.ts';
import { scenarioSchema } from '../scenarios/scenario-schema.ts';
import { showScenario } from '../scenarios/show-scenario.ts';
import { inlineScenario } from './components.ts';
import type { RequestContent } from './read-request.ts';

/** Schema of a name of a scenario, or an inline scenario. Created once, since creating it is slow. */
export const scenarioChoice: z.ZodType<string | Scenario> = z
  .union([
    z.string(),
    scenarioSchema.transform(
      (content): Scenario => ({ name: 'inline', source: 'object', file: 'body.json', content }),
    ),
  ])
  .meta({ id: 'ScenarioChoice', description: 'The name of a scenario, or an inline scenario.' });

/**
 * Parses a body. A YAML body is a scenario, and becomes the field `scenario`. Throws a UserError
 * that lists every problem with its line and column.
 */
export async function readBody(
  content: RequestContent,
  schema: z.ZodType,
  maxOrders: number,
): Promise<unknown> {
  if (content.kind === 'yaml') {
    const options = { scenario: 'inline', source: 'inline', maxOrders } as const;
    return { scenario: await readScenario({ name: 'body.yaml', text: content.text }, options) };
  }
  const given = { name: 'body.json', text: content.text };
  return readYaml(given, { schema, check: (value) => issuesInside(value, maxOrders) });
}

/** Checks an inline scenario as a whole. Returns the issues at their paths in the body. */
export function issuesInside(value: unknown, maxOrders: number): readonly DataIssue[] {
  const scenario = typeof value === 'object' && value !== null ? Reflect.get(value, 'scenario') : undefined;
  if (typeof scenario !== 'object' || scenario === null) return [];
  const issues = checkScenario(scenario, { maxOrders, maxListed: maxOrders });
  return issues.map((issue) => ({ ...issue, path: ['scenario', ...issue.path] }));
}

/** Schema of the query parameter `form`. */
export const form = z
  .enum(['yaml', 'json'])
  .default('yaml')
  .describe('A YAML file can contain up to 10,000 orders, a JSON file any number.');

/** The forms of a scenario file in a response. */
export const scenarioFileTypes = { 'application/yaml': z.string(), 'application/json': inlineScenario };

export async function scenarioFile(
  initial: InitialState,
  format: z.output<typeof form>,
): Promise<ControlResponse<never>> {
  return { status: 200, text: await showScenario(initial, format), type: `application/${format}` };
}
