import { createCatalog } from '../src/simulator/scenarios/catalog.ts';

/** The built-in scenarios as a Markdown table: name and description. */
export async function scenarioTable(): Promise<string> {
  const catalog = createCatalog();
  const rows: string[] = [];
  for (const name of await catalog.names()) {
    const { content } = await catalog.open(name);
    rows.push(`| \`${name}\` | ${content.description} |`);
  }
  return ['| Scenario | What is in it |', '|---|---|', ...rows].join('\n');
}
