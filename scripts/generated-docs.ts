import { readFileSync } from 'node:fs';
import { httpGaps } from '../src/simulator/environment/gaps/http-gaps.ts';
import { orderGaps } from '../src/simulator/environment/gaps/order-gaps.ts';
import { otherEndpointGaps } from '../src/simulator/environment/gaps/other-endpoint-gaps.ts';
import { packageRoot } from '../src/version.ts';
import { commonFaultFields, faultSections } from './fault-sections.ts';
import { gapTable } from './gap-tables.ts';
import { replaceSection } from './marked-section.ts';
import { scenarioTable } from './scenario-table.ts';
import { settingTable } from './setting-table.ts';

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
