import { expect, test } from 'vitest';
import { checkContract } from '../../src/check/check-contract.ts';
import { serverKey, startTinyServer, type Twist, tinyOrder } from '../mutants/honest-server.ts';
import { lists, rebody } from '../mutants/mutant.ts';

/** A list of so many orders, built once. */
function longList(count: number, orderOf: (index: number) => string): Twist {
  return rebody(
    lists,
    Buffer.from(`[${Array.from({ length: count }, (_, index) => orderOf(index)).join(',')}]`),
  );
}

test('checks a target of 100,000 orders to the end', async () => {
  const twist = longList(100_000, (index) => tinyOrder(String(10_000_000 + index), 'pending').text);
  await using server = await startTinyServer(twist);
  const report = await checkContract({ url: server.url, apiKey: serverKey, level: 'probe' });
  expect(report.findings).toEqual([]);
  expect(report.incomplete).toBeUndefined();
  expect(report.exitCode).toBe(0);
});

const broken = (index: number): string =>
  `{"id":"${index}","petId":1.5,"quantity":null,"shipDate":"no","complete":0}`;

test('counts what is wrong with 1,000,000 broken orders and shows a hundred of each', async () => {
  await using server = await startTinyServer(longList(1_000_000, broken));
  const report = await checkContract({ url: server.url, apiKey: serverKey, maxBodyBytes: 200 * 1024 ** 2 });
  const failed = report.rules.flatMap((result) => (result.kind === 'failed' ? [result] : []));
  expect(Math.max(...failed.map(({ findings }) => findings))).toBeGreaterThanOrEqual(1_000_000);
  expect(report.findings.length).toBeLessThanOrEqual(100 * failed.length);
  expect(report.exitCode).toBe(1);
}, 300_000);

test('says of 1,000,000 broken orders that the list is larger than allowed', async () => {
  await using server = await startTinyServer(longList(1_000_000, broken));
  const report = await checkContract({ url: server.url, apiKey: serverKey });
  expect(report.incomplete?.kind).toBe('failed');
  expect(report.incomplete?.message).toMatch(/67108864|64 ?M/);
  expect(report.exitCode).toBe(3);
});
