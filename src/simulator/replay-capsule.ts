import type { Clock } from '../clock.ts';
import { writeJson } from '../json/json.ts';
import { defaults } from '../options/defaults.ts';
import { toEnvironmentRequest } from './control-api/environment-body.ts';
import type { Capsule } from './read-capsule.ts';
import { resolveScenario } from './scenarios/resolve-scenario.ts';
import type { StartOptions } from './start-options.ts';
import { type Simulator, startSimulatorFor } from './start-simulator.ts';

/** The text of the nth key of a replayed environment, in place of the one that the capsule does not have. */
export type KeyText = (number: number) => string;

/**
 * Starts a simulator with the environment of a capsule in its initial state.
 *
 * @param machine default: the clock of the machine
 */
export async function startReplay(
  { name, keys, cell, environment }: Capsule,
  { keyText, machine, ...options }: StartOptions & { readonly keyText: KeyText; readonly machine?: Clock },
): Promise<Simulator> {
  const { scenario, seed = defaults.seed } = environment;
  if (typeof scenario !== 'object') throw new Error('a capsule has its scenario in it');
  const request = toEnvironmentRequest(name, environment, await resolveScenario(scenario, { seed }));
  const apiKeys = Array.from({ length: keys }, (_, at) => keyText(at + 1));
  const started = { environment: { ...request, apiKeys }, machine };
  return startSimulatorFor({ ...options, cell: writeJson(cell) }, started);
}
