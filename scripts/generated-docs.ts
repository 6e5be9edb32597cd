import { readFileSync } from 'node:fs';
import { settingKeys, settingOf, variablesOf } from '../src/options/settings-table.ts';
import { defaultOf, usage } from '../src/options/show-settings.ts';
import { httpGaps } from '../src/simulator/environment/gaps/http-gaps.ts';
import { orderGaps } from '../src/simulator/environment/gaps/order-gaps.ts';
import { otherEndpointGaps } from '../src/simulator/environment/gaps/other-endpoint-gaps.ts';
import { createCatalog } from '../src/simulator/scenarios/catalog.ts';
import { packageRoot } from '../src/version.ts';
import { commonFaultFields, faultSections } from './fault-sections.ts';
import { gapTable } from './gap-tables.ts';

/** The page contains recipes as they are run or linted. */
const recipes = [
  'examples/github-actions/service-container.yml',
  'examples/vitest/start-store-orders.ts',
].map((file) => ['docs/guides/ci.md', file, () => fenced(file)] as const);

/** Each guide to a language contains files of its module and of its example. */
const exampleFiles = [
  ['languages/typescript', 'examples/vitest/store-orders.test.ts'],
  ['languages/python', 'examples/pytest/test_store_orders.py'],
  ['languages/java', 'modules/java/src/test/java/example/CancelTest.java'],
  ['languages/java', 'examples/junit5/src/test/java/orders/StoreOrdersTest.java'],
  ['languages/go', 'modules/go/example/cancel_test.go'],
  ['languages/go', 'examples/go/orders_test.go'],
  ['guides/matrix', 'examples/matrix/before/refunds.ts'],
  ['guides/matrix', 'examples/matrix/before/refunds.test.ts'],
  ['guides/matrix', 'examples/matrix/after/refunds.ts'],
].map(([guide, file = '']) => [`docs/${guide}.md`, file, () => fenced(file)] as const);

function fenced(file: string): string {
  const language = file.split('.').at(-1) ?? '';
  return `\`\`\`${language}\n${readFileSync(new URL(file, packageRoot), 'utf8').trimEnd()}\n\`\`\``;
}

/** The generated sections of documents: the document, the mark in it, and the content. */
const sections: readonly (readonly [file: string, name: string, make: () => string | Promise<string>])[] = [
  ['docs/reference/scenarios.md', 'scenarios', scenarioTable],
  ['docs/reference/gaps.md', 'gaps about orders', () => gapTable(orderGaps)],
  ['docs/reference/gaps.md', 'gaps about HTTP', () => gapTable(httpGaps)],
  ['docs/reference/gaps.md', 'gaps about other endpoints', () => gapTable(otherEndpointGaps)],
  ['docs/reference/faults.md', 'fields of every fault', commonFaultFields],
  ['docs/reference/faults.md', 'faults', faultSections],
  ['docs/reference/settings.md', 'settings', settingTable],
  ...recipes,
  ...exampleFiles,
];

/** Returns every document with generated sections, every generated file, and the text that each should have. */
export async function generatedDocs(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const [file, name, make] of sections) {
    const text = texts.get(file) ?? readFileSync(new URL(file, packageRoot), 'utf8');
    texts.set(file, replaceSection(text, name, await make()));
  }
  return texts;
}

/** The built-in scenarios as a Markdown table: name and description. */
async function scenarioTable(): Promise<string> {
  const catalog = createCatalog();
  const rows: string[] = [];
  for (const name of await catalog.names()) {
    const { content } = await catalog.open(name);
    rows.push(`| \`${name}\` | ${content.description} |`);
  }
  return ['| Scenario | What is in it |', '|---|---|', ...rows].join('\n');
}

const code = (text: string): string => `\`${text}\``;

/** The settings as a Markdown table: flag, variables, default and description. */
function settingTable(): string {
  const rows = settingKeys.map((key) => {
    const setting = settingOf(key);
    const variables = variablesOf(key).map(code).join(', ');
    const cells = [code(usage(key)), variables, defaultOf(setting, code), setting.description];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| Flag | Variable | Default | Description |', '|---|---|---|---|', ...rows].join('\n');
}

/**
 * Replaces the text between `<!-- generated: NAME -->` and `<!-- end: NAME -->` in a Markdown text. Throws if the marks do
 * not occur exactly once.
 */
export function replaceSection(text: string, name: string, section: string): string {
  const begin = `<!-- generated: ${name} -->`;
  const end = `<!-- end: ${name} -->`;
  const [before, rest, ...more] = text.split(begin);
  const [, after, ...evenMore] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined || more.length + evenMore.length > 0)
    throw new Error(`the text needs ${begin} and, after it, ${end}, each once`);
  return `${before}${begin}\n\n${section}\n\n${end}${after}`;
}
