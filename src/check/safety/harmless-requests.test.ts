import { expect, test } from 'vitest';
import type { PlannedRequest } from '../../contract/exchange.ts';
import { gapRequests } from '../../contract/gaps/gaps.ts';
import { pathOfNoOrder } from '../../contract/gaps/path-gaps.ts';
import type { Level } from '../../contract/report.ts';
import { whyNotHarmless } from './safety-policy.ts';

function permitted(method: PlannedRequest['method'], path: string, level: Level): boolean {
  const request = { operationId: undefined, method, path, query: '', key: { kind: 'valid' } } as const;
  return whyNotHarmless(request, level) === undefined;
}

test.each([
  ['GET', '/store/orders', 'observe', true],
  ['GET', '/store/orders/0', 'observe', false],
  ['GET', '/store/orders/0', 'probe', true],
  ['HEAD', '/store/orders', 'observe', false],
  ['HEAD', '/store/orders', 'probe', true],
  ['OPTIONS', '/store/orders', 'probe', true],
  ['DELETE', pathOfNoOrder, 'observe', false],
  ['DELETE', pathOfNoOrder, 'probe', true],
  ['DELETE', '/store/orders/1', 'cancel', false],
  ['DELETE', '/store/orders', 'cancel', false],
  ['DELETE', '/store/orders/', 'cancel', false],
  ['DELETE', `${pathOfNoOrder}/1`, 'cancel', false],
  ['POST', '/store/orders', 'cancel', false],
  ['POST', '/messages', 'cancel', false],
] as const)('whether %s %s shows a gap at level %s without harm: %s', (method, path, level, expected) => {
  expect(permitted(method, path, level)).toBe(expected);
});

test('a request that shows a gap is permitted at the level that sends it, and names no order', () => {
  for (const { request, level } of gapRequests) {
    expect(whyNotHarmless(request, level)).toBeUndefined();
    if (request.method === 'DELETE') expect(request.path).not.toMatch(/\d/);
  }
});
