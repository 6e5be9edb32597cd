import { expect, test } from 'vitest';
import { exchangeWithin, judgementWithin, response } from '../../test/contract/responses/ask.ts';
import type { OperationId } from './exchange.ts';
import { type Contract, openContract } from './open-contract.ts';

/** Returns the statuses that a document has for an operation. */
async function documentedIn(
  contract: Contract,
  operationId: OperationId,
  statuses: readonly number[],
): Promise<readonly number[]> {
  const judged = await Promise.all(
    statuses.map(async (status) => {
      const exchange = await exchangeWithin(response(`${status} X`, []), { operationId });
      return contract.judge(exchange).findings.some(({ rule }) => rule === 'R03') ? [] : status;
    }),
  );
  return judged.flat();
}

test('knows the documented statuses', async () => {
  const contract = await openContract();
  const documented = [200, 204, 401, 404, 409, 500];
  expect(await documentedIn(contract, 'listOrders', documented)).toEqual([200, 401]);
  expect(await documentedIn(contract, 'cancelOrder', documented)).toEqual([204, 401, 404, 409]);
});

test('judges a failed exchange only if the response was malformed', async () => {
  const contract = await openContract();
  const exchange = await exchangeWithin('');
  const outcome = { kind: 'failed', reason: 'timeout', message: 'No response in time.' } as const;
  expect(contract.judge({ ...exchange, outcome })).toEqual({ findings: [], exercised: [] });
  expect((await judgementWithin('no HTTP')).findings.map(({ rule }) => rule)).toEqual(['R02']);
});
