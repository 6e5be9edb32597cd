import { isJsonName, type NamedText, readYaml } from '../../shared/yaml-file.ts';
import { isPlainOrder } from './plain-order.ts';
import type { Scenario, ScenarioSource } from './scenario.ts';

/** The most orders of a scenario where nothing else is set, and the most that a YAML file may write out. */
export const defaultMaxOrders = 1_000_000;
export const maxYamlOrders = 10_000;

/** What a scenario text is and what it may hold. */
export type ReadScenarioOptions = {
  /** The scenario's name. */
  readonly scenario: string;
  readonly source: ScenarioSource;
  /** The most orders, written out and generated; `defaultMaxOrders` where left out. */
  readonly maxOrders?: number;
};

/**
 * Reads a scenario from a text: YAML, or JSON for a name that ends in `.json`. Throws one UserError with every problem,
 * each with its line and column.
 */
export async function readScenario(text: NamedText, options: ReadScenarioOptions): Promise<Scenario> {
  const { scenarioSchema } = await import('./scenario-schema.ts');
  const { checkScenario } = await import('./scenario-checks.ts');
  const maxOrders = options.maxOrders ?? defaultMaxOrders;
  const maxListed = isJsonName(text.name) ? maxOrders : maxYamlOrders;
  const content = await readYaml(text, {
    schema: scenarioSchema,
    plain: { key: 'orders', isPlain: isPlainOrder },
    secret: ['apiKeys'],
    check: (value) => checkScenario(value, { maxOrders, maxListed }),
  });
  return { name: options.scenario, source: options.source, file: text.name, content };
}
