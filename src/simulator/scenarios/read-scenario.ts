import { readJson } from '../../json/json.ts';
import { isJsonName, type NamedText, readYaml } from '../../text/yaml-file.ts';
import { checkScenario } from './scenario-checks.ts';
import type { ScenarioFile } from './scenario-schema.ts';

/** The built-in scenarios as JSON by name, checked. Only `scripts/bundle/` defines it, so that a start needs neither YAML nor zod. */
declare const checkedScenarios: Readonly<Record<string, string>> | undefined;

/** Where a scenario comes from: the package, the user's folder, a path, or a text or an object given at run time. */
export type ScenarioSource = 'built-in' | 'folder' | 'file' | 'inline' | 'object';

/** A scenario that was read and checked, before anything is drawn from a seed. */
export type Scenario = {
  /** The name it is opened by; for a path, the file's name without its extension. */
  readonly name: string;
  readonly source: ScenarioSource;
  /** The file, for people; for a text given at run time, the name it was given with. */
  readonly file: string;
  readonly content: ScenarioFile;
  /** Whether `matrix` was started with it, so that a cell overrides its choices. */
  readonly isBase?: boolean;
};

/** The default maximum of orders in a scenario, and the maximum that a YAML file may list. */
export const defaultMaxOrders = 100_000;
export const maxYamlOrders = 10_000;

export type ReadScenarioOptions = {
  readonly scenario: string;
  readonly source: ScenarioSource;
  /** The maximum number of orders, listed and generated. @default 100_000 */
  readonly maxOrders?: number;
};

/**
 * Reads a scenario from a text: JSON if the name ends in `.json`, otherwise YAML. Throws one UserError with every
 * problem, each with its line and column.
 */
export async function readScenario(text: NamedText, options: ReadScenarioOptions): Promise<Scenario> {
  const { scenarioSchema } = await import('./scenario-schema.ts');
  const maxOrders = options.maxOrders ?? defaultMaxOrders;
  const maxListed = isJsonName(text.name) ? maxOrders : maxYamlOrders;
  const content = await readYaml(text, {
    schema: scenarioSchema,
    secret: ['apiKeys'],
    check: (value) => checkScenario(value, { maxOrders, maxListed }),
  });
  return { name: options.scenario, source: options.source, file: text.name, content };
}

/**
 * Opens a built-in scenario that was checked when the command line was built. Returns undefined if there is none, or if
 * it has more than `maxOrders`: reading its file then reports that with line and column.
 */
export function openChecked(name: string, maxOrders: number): Scenario | undefined {
  if (typeof checkedScenarios === 'undefined' || !Object.hasOwn(checkedScenarios, name)) return undefined;
  const text = checkedScenarios[name] ?? '';
  const content = readJson(text) as ScenarioFile;
  const fits = checkScenario(content, { maxOrders, maxListed: maxOrders }).length === 0;
  return fits ? { name, source: 'built-in', file: `scenarios/${name}.yaml`, content } : undefined;
}
