import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/check-contract.ts';
import { serverKey, startTinyServer } from '../../check/mutants/honest-server.ts';
import { longList } from '../../check/mutants/long-list.ts';

const broken = (index: number): string =>
  `{"id":"${index}","petId":1.5,"quantity":null,"shipDate":"no","complete":0}`;

test('shows a hundred findings of each rule that 1,000,000 orders break', async () => {
  await using server = await startTinyServer(longList(1_000_000, broken));
  const report = await checkContract({ url: server.url, apiKey: serverKey, maxBodyBytes: 200 * 1024 ** 2 });
  const failed = report.rules.flatMap((result) => (result.kind === 'failed' ? [result] : []));
  expect(failed.map(({ rule, findings }) => [rule, findings])).toEqual([
    ['R08', 100],
    ['R09', 100],
    ['R10', 100],
  ]);
  expect(report.exitCode).toBe(1);
}, 300_000);

test('says of 1,000,000 broken orders that the list is larger than allowed', async () => {
  await using server = await startTinyServer(longList(1_000_000, broken));
  const report = await checkContract({ url: server.url, apiKey: serverKey });
  expect(report.incomplete?.kind).toBe('failed');
  expect(report.incomplete?.message).toMatch(/more than 16777216 bytes: raise --max-body/);
  expect(report.exitCode).toBe(3);
});
