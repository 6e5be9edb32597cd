import { expect, test } from 'vitest';
import { planCheck } from '../plan-check.ts';
import type { Exchange } from '../wire/exchange.ts';
import { createProgress, type ProgressEvent, progressLine } from './progress.ts';

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
])('says what happens in one line: %#', (event, line) => {
  expect(progressLine(event)).toBe(line);
});

/** Progress by a clock that stands where it is put. */
function watched() {
  const lines: string[] = [];
  const watch = { at: 0 };
  const clock = { now: () => watch.at, sleep: async () => {} };
  const plan = planCheck({ url: 'http://127.0.0.1/v1', apiKey: 'key' });
  return { lines, watch, ...createProgress(plan, clock, (line) => lines.push(line)) };
}

test('says nothing of a check that ends within two seconds of its first request', () => {
  const { lines, watch, onExchange } = watched();
  onExchange({ ...exchange, startedAt: 0 }, 0);
  watch.at = 1999;
  onExchange({ ...exchange, startedAt: 1990 }, 0);
  expect(lines).toEqual([]);
});

test('does not count what came before the first request', () => {
  const { lines, watch, onExchange } = watched();
  watch.at = 60_000;
  onExchange({ ...exchange, startedAt: 59_000 }, 0);
  expect(lines).toEqual([]);
});

test('says after two seconds what is checked, and then a line for each exchange', () => {
  const { lines, watch, onExchange } = watched();
  onExchange({ ...exchange, startedAt: 0 }, 0);
  watch.at = 2000;
  onExchange({ ...exchange, number: 4 }, 0);
  onExchange({ ...exchange, number: 15 }, 0);
  expect(lines.map((line) => line.slice(0, 33))).toEqual([
    'check http://127.0.0.1/v1 at leve',
    '4/9 GET /store/orders?page=2 → no',
    '15/15 GET /store/orders?page=2 → ',
  ]);
});

test('says after two seconds of waiting what is waited for', () => {
  const { lines, watch, onWait } = watched();
  onWait(5000, 'nothing listens');
  watch.at = 2000;
  onWait(3000, 'nothing listens');
  expect(lines.at(-1)).toBe('wait for http://127.0.0.1/v1, 3.0 s left: nothing listens');
  expect(lines).toHaveLength(2);
});
