import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readScenario } from '../../src/simulator/scenarios/read-scenario.ts';
import { resolveScenario } from '../../src/simulator/scenarios/resolve-scenario.ts';
import { UserError } from '../../src/user-error.ts';
import { packageRoot } from '../../src/version.ts';
import { mutatedText } from './mutated-text.ts';

const folder = new URL('scenarios/', packageRoot);
const texts = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => readFileSync(new URL(file, folder), 'utf8'));

/** Checks that a mutated scenario file loads, or that every problem has a line and a column. */
export function scenariosAreReadOrPlaced(read = readScenario): fc.IAsyncProperty<[string]> {
  return fc.asyncProperty(mutatedText(texts), async (text) => {
    try {
      const file = { name: 'm.yaml', text };
      const scenario = await read(file, { scenario: 'm', source: 'inline', maxOrders: 20_000 });
      await resolveScenario(scenario, { seed: 1 });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const stray = error.problems
        .filter(({ what }) => !/^has \d+ more problems$/.test(what))
        .find(({ where }) => !/^m\.yaml:\d+:\d+$/.test(where ?? ''));
      if (stray !== undefined)
        throw new Error(`a problem without its place: ${stray.what}`, { cause: error });
    }
  });
}
