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
