import { expect, test } from 'vitest';
import { validKey } from '../../contract/api-key.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { listOrders } from '../../contract/requests.ts';
import { planCheck } from '../plan-check.ts';
import { createProgress } from './progress.ts';

const exchange: Exchange = {
  number: 3,
  request: listOrders(validKey, 'page=2'),
  startedAt: 0,
  outcome: { kind: 'failed', reason: 'reset', message: 'the \u001b[31mtarget\n reset' },
};

/** Progress with a clock that the test sets. */
async function watched() {
  const lines: string[] = [];
  const watch = { at: 0 };
  const clock = { now: () => watch.at, sleep: async () => {} };
  const plan = await planCheck({ url: 'http://127.0.0.1/v1', apiKey: 'Secret-4711' });
  return { lines, watch, ...createProgress(plan, clock, (line) => lines.push(line)) };
}

test('prints nothing if the check ends within two seconds of its first request', async () => {
  const { lines, watch, onExchange } = await watched();
  onExchange({ ...exchange, startedAt: 0 }, 0);
  watch.at = 1999;
  onExchange({ ...exchange, startedAt: 1990 }, 0);
  expect(lines).toEqual([]);
});

test('counts the two seconds from the first request', async () => {
  const { lines, watch, onExchange } = await watched();
  watch.at = 60_000;
  onExchange({ ...exchange, startedAt: 59_000 }, 0);
  expect(lines).toEqual([]);
});

test('prints the target after two seconds, then a line for each exchange', async () => {
  const { lines, watch, onExchange } = await watched();
  onExchange({ ...exchange, startedAt: 0 }, 0);
  watch.at = 2000;
  onExchange({ ...exchange, number: 4 }, 0);
  onExchange({ ...exchange, number: 15 }, 1);
  expect(lines).toEqual([
    'check http://127.0.0.1/v1 at level observe: 23 requests planned',
    '4/23 GET /store/orders?page=2 → no response: the \\x1b[31mtarget\\n reset (exchange 4)',
    '15/23 GET /store/orders?page=2 → no response: the \\x1b[31mtarget\\n reset (exchange 15): 1 finding',
  ]);
});

test('prints the target after two seconds of waiting, and escapes the reason', async () => {
  const { lines, watch, onWait } = await watched();
  onWait(5000, 'nothing listens');
  watch.at = 2000;
  onWait(29_500, 'nothing\nlistens');
  expect(lines).toEqual([
    'check http://127.0.0.1/v1 at level observe: 23 requests planned',
    'wait for http://127.0.0.1/v1, 29.5 s left: nothing\\nlistens',
  ]);
});
