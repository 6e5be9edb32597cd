import { readJson } from '../../shared/json.ts';
import { checkedScenarios } from './checked-scenarios.ts';
import { defaultMaxOrders } from './read-scenario.ts';
import type { Scenario } from './scenario.ts';
import { checkScenario } from './scenario-checks.ts';
import type { ScenarioFile } from './scenario-schema.ts';

/**
 * Opens a built-in scenario as it was checked when the command line was built. Undefined where there is none, or where
 * it is too large for `maxOrders`: reading its file says so with line and column.
 */
export function openChecked(name: string, maxOrders: number = defaultMaxOrders): Scenario | undefined {
  const text = Object.hasOwn(checkedScenarios, name) ? checkedScenarios[name] : undefined;
  if (text === undefined) return undefined;
  const content = readJson(text) as ScenarioFile;
  const fits = checkScenario(content, { maxOrders, maxListed: maxOrders }).length === 0;
  return fits ? { name, source: 'built-in', file: `scenarios/${name}.yaml`, content } : undefined;
}
