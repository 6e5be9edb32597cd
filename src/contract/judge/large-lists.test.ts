import { expect, test } from 'vitest';
import { aResponse } from '../../../test/contract/a-response.ts';
import type { Exchange } from '../exchange.ts';
import { openContract } from '../open-contract.ts';
import { listOrders } from '../requests.ts';

const contract = await openContract();

function listOf(count: number, order: (index: number) => string): Exchange {
  const content = Buffer.from(`[${Array.from({ length: count }, (_, index) => order(index)).join(',')}]`);
  const response = aResponse(content, { rawHeaders: [['Content-Type', 'application/json']] });
  return { number: 1, request: listOrders(), startedAt: 0, outcome: { kind: 'responded', response } };
}

const good = (index: number): string =>
  `{"id":${9007199254740992n + BigInt(index)},"petId":7,"quantity":1,"shipDate":"2026-01-20T10:00:00Z","complete":false}`;

test('finds nothing wrong with 100,000 orders', async () => {
  expect(contract.judge(listOf(100_000, good)).findings).toEqual([]);
});

test('finds the one broken order among 20,000, the last', async () => {
  const { findings } = contract.judge(
    listOf(20_000, (index) => (index === 19_999 ? '{"id":"x"}' : good(index))),
  );
  expect(findings.map(({ rule, where }) => `${rule} ${where}`)).toEqual(['R08 /19999/id']);
});

test('finds two equal ids far apart among 20,000', async () => {
  const { findings } = contract.judge(listOf(20_000, (index) => good(index === 19_999 ? 3 : index)));
  expect(findings).toMatchObject([
    { rule: 'R11', where: '/19999/id', expected: 'an id other than that of /3' },
  ]);
});

test('keeps 100 findings of each rule when every order is broken', () => {
  const broken = (): string =>
    '{"id":null,"petId":9223372036854775808,"quantity":"3","shipDate":"soon","complete":1}';
  const { findings } = contract.judge(listOf(10_000, broken));
  const counted = Map.groupBy(findings, ({ rule }) => rule);
  expect([...counted].map(([rule, { length }]) => [rule, length])).toEqual([
    ['R08', 100],
    ['R09', 100],
    ['R10', 100],
  ]);
});
