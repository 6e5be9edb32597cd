import { expect, test } from 'vitest';
import {
  error,
  exchangeWithin,
  json,
  judgementWithin,
  list,
  response,
} from '../../test/contract/responses/ask.ts';
import { createSecrets } from '../secrets/secrets.ts';
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
      return (await contract.judge(exchange)).undocumentedStatus ? [] : status;
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

test('does not judge a request without an operation in the document', async () => {
  const contract = await openContract();
  const exchange = await exchangeWithin(list('[]'));
  const request = { ...exchange.request, path: '/elsewhere' };
  await expect(contract.judge({ ...exchange, request })).rejects.toThrow(/elsewhere/);
});

test('shows the value and the bytes around it', async () => {
  const { findings } = await judgementWithin(list('[{"id":1},{"id":"2","complete":true}]'));
  expect(findings).toEqual([
    {
      rule: 'R08',
      exchange: 1,
      where: '/1/id',
      expected: 'an integer, not a string',
      got: '"2" at byte 16: [{"id":1},{"id":"2","complete":true}]',
    },
  ]);
});

test('shows no control characters and no marks of writing direction', async () => {
  const { findings } = await judgementWithin(
    error(404, '{"code":7,"message":"\u202eabc\u009b\u2028","status":404}'),
    { operationId: 'cancelOrder' },
  );
  expect(findings[0]?.got).toContain('\\u202eabc\\u009b\\u2028');
});

test('hides a key that a target returns, even if an excerpt cuts it', async () => {
  const key = 'valid-key-4711';
  const contract = await openContract(createSecrets([key]).hide);
  for (let gap = 0; gap < 60; gap += 1) {
    const body = `{"code":"${key}${'-'.repeat(gap)}","message":7,"status":401}`;
    const { findings } = await contract.judge(
      await exchangeWithin(error(401, body, json, `X: ${key}`), { key: { kind: 'none' } }),
    );
    expect(findings.map(({ rule }) => rule)).toEqual(['R22']);
    expect(findings[0]?.got).not.toMatch(/valid|key|4711/);
  }
});

test('lists the rules that an exchange broke or kept', async () => {
  const empty = await judgementWithin(list('[]'));
  const whole = await judgementWithin(list('[{"id":1,"shipDate":"2026-01-20T10:00:00Z"},{"id":2}]'));
  const cancelled = await judgementWithin('HTTP/1.1 204 No Content\r\n\r\n', { operationId: 'cancelOrder' });
  const conflict = await judgementWithin(response('409 Conflict', []), { operationId: 'cancelOrder' });
  expect(empty.exercised).toEqual(['R02', 'R03', 'R04', 'R05', 'R06', 'R07']);
  expect(whole.exercised).toEqual([...empty.exercised, 'R08', 'R09', 'R10', 'R11', 'R12']);
  expect(cancelled.exercised).toEqual(['R02', 'R03', 'R27', 'R28']);
  expect(conflict.exercised).toEqual(['R02', 'R03']);
});

test('judges a failed exchange only if the response was malformed', async () => {
  const contract = await openContract();
  const exchange = await exchangeWithin('');
  const outcome = { kind: 'failed', reason: 'timeout', message: 'No response in time.' } as const;
  expect(await contract.judge({ ...exchange, outcome })).toMatchObject({
    findings: [],
    exercised: [],
    undocumentedStatus: false,
  });
  expect((await judgementWithin('no HTTP')).findings.map(({ rule }) => rule)).toEqual(['R02']);
});

test('reports an undocumented status', async () => {
  expect(await judgementWithin(response('503 Busy', []))).toMatchObject({ undocumentedStatus: true });
});
