import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/check-contract.ts';
import { serverKey, startTinyServer } from '../../check/mutants/honest-server.ts';
import { longList } from '../../check/mutants/long-list.ts';

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
  expect(report.incomplete?.message).toMatch(/more than 16777216 bytes: raise `maxBodyBytes`/);
  expect(report.exitCode).toBe(3);
});
