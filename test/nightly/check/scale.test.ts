import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/check-contract.ts';
import { serverKey, startTinyServer, tinyOrder } from '../../check/mutants/honest-server.ts';
import { longList } from '../../check/mutants/long-list.ts';

test('checks a target with 100,000 orders', async () => {
  const twist = longList(100_000, (index) => tinyOrder(String(10_000_000 + index), 'pending').text);
  await using server = await startTinyServer(twist);
  const report = await checkContract({ url: server.url, apiKey: serverKey, level: 'probe' });
  expect(report.findings).toEqual([]);
  expect(report.incomplete).toBeUndefined();
  expect(report.exitCode).toBe(0);
});

test('counts the findings of 20,000 broken orders and lists a hundred of each', async () => {
  const broken = (index: number): string =>
    `{"id":"${index}","petId":1.5,"quantity":null,"shipDate":"no","complete":0}`;
  await using server = await startTinyServer(longList(20_000, broken));
  const report = await checkContract({ url: server.url, apiKey: serverKey });
  const failed = report.rules.flatMap((result) => (result.kind === 'failed' ? [result] : []));
  expect(failed.map(({ rule, findings }) => [rule, findings])).toEqual([
    ['R08', 60_000],
    ['R09', 20_000],
    ['R10', 20_000],
  ]);
  expect(report.findings).toHaveLength(300);
  expect(report.exitCode).toBe(1);
});
