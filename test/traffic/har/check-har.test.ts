import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/contract/report.ts';
import { checkHar } from '../../../src/traffic/har/check-har.ts';
import { brokenRules } from '../../check/mutants/run-against.ts';
import { placed } from '../../support/an-environment.ts';
import { newFolder } from '../../support/new-folder.ts';
import { openTestSimulator, type TestSimulatorOptions, testKey } from '../../support/open-test-simulator.ts';
import { cancel, entry, har } from './recording.ts';

/** Writes a recording to a file and checks it. */
async function checked(...entries: readonly object[]): Promise<Report> {
  const folder = newFolder();
  const file = join(folder, 'it.har');
  await writeFile(file, har(...entries));
  return await checkHar(file);
}

const observed = (report: Report): readonly string[] =>
  report.gaps.map((seen) => `${seen.gap}: ${seen.observed}`);

/** Sends a request and records the exchange, as a browser does. */
async function record(
  baseUrl: string,
  method: string,
  path: string,
  key: string | null,
  at: number,
): Promise<object> {
  const headers = key === null ? {} : { Authorization: key };
  const response = await fetch(baseUrl + path, { method, headers });
  return entry({
    method,
    url: baseUrl + path,
    key,
    status: response.status,
    body: await response.text(),
    headers: [...response.headers].map(([name, value]) => ({ name, value })),
    at: at * 10,
  });
}

/** A recording of lists and cancels at the simulator, also with wrong keys. */
async function recordSimulator(options: TestSimulatorOptions): Promise<readonly object[]> {
  const fields = { petId: 7n, quantity: 2n, shipDate: '2026-01-20T10:00:00Z', complete: false };
  const orders = [
    placed(9007199254740993n, 'pending', fields),
    placed(2n, 'shipped', fields),
    placed(3n, 'pending', fields),
  ];
  await using simulator = await openTestSimulator({ orders, ...options });
  const good = `Bearer ${testKey}`;
  const requests: readonly (readonly [string, string, string | null])[] = [
    ['GET', '/store/orders', good],
    ['GET', '/store/orders', null],
    ['GET', '/store/orders', 'Basic a2V5'],
    ['DELETE', '/store/orders/9007199254740993', good],
    ['DELETE', '/store/orders/9007199254740993', good],
    ['DELETE', '/store/orders/2', good],
    ['DELETE', '/store/orders/99', good],
    ['DELETE', '/store/orders/99', null],
    ['GET', '/store/orders', good],
  ];
  const entries: object[] = [];
  for (const [method, path, key] of requests)
    entries.push(await record(simulator.baseUrl, method, path, key, entries.length));
  return entries;
}

test.each(['least-promise', 'typical'] as const)(
  'a recording of the simulator in profile %s keeps the contract',
  async (profile) => {
    const report = await checked(...(await recordSimulator({ profile })));
    expect(brokenRules(report, 'violation')).toEqual([]);
    expect(report.exitCode).toBe(0);
    const passed = report.rules.filter(({ kind }) => kind === 'passed').map(({ rule }) => rule);
    expect(passed).toEqual(
      expect.arrayContaining(['R04', 'R08', 'R09', 'R10', 'R11', 'R14', 'R15', 'R16', 'R22', 'R23', 'R29']),
    );
  },
);

test('observes no gap about headers that were not recorded', async () => {
  const report = await checked(entry({ headers: [], body: '[{"id":1}]' }));
  expect(observed(report)).toEqual([
    'optional-fields: some orders lack petId, quantity, shipDate, complete',
    'extra-fields: none in an order',
  ]);
});

const typed = [{ name: 'content-type', value: 'application/json' }];

test.each<[string, object, readonly string[]]>([
  ['a 409 without a body', cancel(409, { body: null }), []],
  ['a list with one header', entry({ headers: typed, body: null }), ['content-type: bare']],
  [
    'a list with all headers',
    entry({ headers: [...typed, { name: 'date', value: 'x' }], body: null }),
    ['content-type: bare', 'etag: off'],
  ],
  ['a request without a response', entry({ status: 0 }), []],
])('a recording of %s claims no other gap than it shows', async (_what, recorded, gaps) => {
  expect(observed(await checked(recorded))).toEqual(gaps);
});
