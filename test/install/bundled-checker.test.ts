import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../scripts/bundle/bundle.ts';
import { checkContract as checkBySources } from '../../src/check/check-contract.ts';
import type { CheckOptions } from '../../src/check/check-options.ts';
import type { Report } from '../../src/contract/report.ts';
import { packageRoot } from '../../src/version.ts';
import { serverKey, startTinyServer } from '../check/mutants/honest-server.ts';
import { legalVariations } from '../check/mutants/legal-variations.ts';
import { mutants } from '../check/mutants/mutants.ts';
import { sentencesOf, summaryOf } from '../check/mutants/report-summary.ts';

// The bundle holds the part of Prism that judges. It must judge as the whole of Prism does in the sources.
const root = fileURLToPath(packageRoot);
const folder = join(root, `node_modules/.cache/checker-${process.pid}`);
let checkByBundle: typeof checkBySources;

beforeAll(async () => {
  await bundle('npm', folder);
  ({ checkContract: checkByBundle } = await import(join(folder, 'check/index.js')));
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

/** Without what differs in each run: the port, and the ids drawn for orders that do not exist. */
const lines = (report: Report) =>
  [summaryOf(report), ...sentencesOf(report)].map((line) => line.replace(/-?\d{4,}/g, '…'));

const servers = [
  ...mutants.map(
    ({ name, twist, named }) => [name, twist, named ?? { pendingIds: [101n], shippedIds: [201n] }] as const,
  ),
  ...legalVariations.map(({ name, twist }) => [name, twist, { pendingIds: [101n] }] as const),
];

// A check mostly waits: some seconds, or minutes until another client could no longer be the reason.
test.concurrent.each(servers)(
  'the bundle reports what the sources report when %s',
  async (_name, twist, named) => {
    const check = async (checkContract: typeof checkBySources) => {
      await using server = await startTinyServer(twist);
      const options = { url: server.url, apiKey: serverKey, level: 'cancel', ...named } as const;
      return lines(await checkContract(options));
    };
    const [byBundle, bySources] = await Promise.all([check(checkByBundle), check(checkBySources)]);
    expect(byBundle).toEqual(bySources);
  },
);

const contract = readFileSync(`${root}test/check/fixtures/contract.yaml`, 'utf8');

test.each([
  ['another contract', contract],
  ['one in JSON Schema that cannot be compiled', contract.replaceAll('type: integer', 'type: [nonsense]')],
  ['one without operations', contract.replaceAll('operationId', 'x-id')],
  ['no contract', 'openapi: 3.1.0\n'],
])('the bundle reads %s as the sources do', async (_name, text) => {
  const document = join(folder, 'contract.yaml');
  writeFileSync(document, text);
  const outcome = async (checkContract: typeof checkBySources) => {
    await using server = await startTinyServer({});
    const options: CheckOptions = { url: server.url, apiKey: serverKey, document };
    return checkContract(options).then(lines, (error: Error) => [error.name, error.message]);
  };
  const bySources = await outcome(checkBySources);
  expect(bySources.length).toBeGreaterThan(1);
  expect(await outcome(checkByBundle)).toEqual(bySources);
});
