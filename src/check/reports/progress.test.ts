import { expect, test } from 'vitest';
import type { Exchange } from '../exchange/exchange.ts';
import { type ProgressEvent, progressLine } from './progress.ts';

const exchange: Exchange = {
  number: 3,
  request: {
    operationId: 'listOrders',
    method: 'GET',
    path: '/store/orders',
    query: 'page=2',
    key: { kind: 'valid' },
  },
  startedAt: 0,
  outcome: { kind: 'failed', reason: 'reset', message: 'the \u001b[31mtarget\n reset' },
};

test.each<[ProgressEvent, string]>([
  [
    { kind: 'started', target: 'http://h/v1', level: 'observe', planned: 12 },
    'check http://h/v1 at level observe: 12 requests planned',
  ],
  [
    { kind: 'waiting', target: 'http://h/v1', leftMs: 29_500, why: 'nothing listens' },
    'wait for http://h/v1, 29.5 s left: nothing listens',
  ],
  [
    { kind: 'exchanged', exchange, planned: 12, findings: 1 },
    '3/12 GET /store/orders?page=2 → no answer: the \\x1b[31mtarget\\n reset (exchange 3): 1 finding',
  ],
  [{ kind: 'ended', exchanges: 12, durationMs: 65_000 }, '12 exchanges in 1 min 5 s'],
])('says what happens in one line: %#', (event, line) => {
  expect(progressLine(event)).toBe(line);
});
