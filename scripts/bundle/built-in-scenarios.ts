import type { Plugin } from 'esbuild';
import { writeJson } from '../../src/shared/json.ts';
import { createCatalog } from '../../src/simulator/scenarios/catalog.ts';

/** Fills `checked-scenarios.ts` with the built-in scenarios, read and checked while the program is bundled. */
export const builtInScenarios: Plugin = {
  name: 'built-in scenarios',
  setup: ({ onLoad }) => {
    onLoad({ filter: /scenarios[/\\]checked-scenarios\.ts$/ }, async () => ({
      contents: await checkedScenarios(),
    }));
  },
};

async function checkedScenarios(): Promise<string> {
  const catalog = createCatalog();
  const texts: Record<string, string> = {};
  for (const name of await catalog.names()) texts[name] = writeJson((await catalog.open(name)).content);
  return `export const checkedScenarios = ${JSON.stringify(texts)};`;
}
