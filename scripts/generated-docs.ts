import { readFileSync } from 'node:fs';
import { httpGaps } from '../src/simulation/gaps/http-gaps.ts';
import { orderGaps } from '../src/simulation/gaps/order-gaps.ts';
import { otherEndpointGaps } from '../src/simulation/gaps/other-endpoint-gaps.ts';
import { packageRoot } from '../src/version.ts';
import { gapTable } from './gap-tables.ts';
import { replaceSection } from './marked-section.ts';
import { scenarioTable } from './scenario-table.ts';

/** The parts of documents that are made from tables in the code: the document, the mark in it, and what stands there. */
const sections: readonly (readonly [file: string, name: string, make: () => string | Promise<string>])[] = [
  ['README.md', 'scenarios', scenarioTable],
  ['docs/gaps.md', 'gaps about orders', () => gapTable(orderGaps)],
  ['docs/gaps.md', 'gaps about HTTP', () => gapTable(httpGaps)],
  ['docs/gaps.md', 'gaps about other endpoints', () => gapTable(otherEndpointGaps)],
];

/** Every document that holds such a part, with the text that it should have. Reads the documents, writes nothing. */
export async function generatedDocs(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const [file, name, make] of sections) {
    const text = texts.get(file) ?? readFileSync(new URL(file, packageRoot), 'utf8');
    texts.set(file, replaceSection(text, name, await make()));
  }
  return texts;
}
