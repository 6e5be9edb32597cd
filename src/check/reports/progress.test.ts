import { expect, test } from 'vitest';
import { validKey } from '../../contract/api-key.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { listOrders } from '../../contract/requests.ts';
import { createProgress } from './progress.ts';

const exchange: Exchange = {
  number: 3,
  request: listOrders(validKey, 'page=2'),
  startedAt: 59_000,
  outcome: { kind: 'failed', reason: 'reset', message: 'the \u001b[31mtarget\n reset by Secret-4711' },
};

test('prints a line for each exchange, without secrets, from two seconds after the first request on', () => {
  const lines: string[] = [];
  let now = 60_000;
  const clock = { now: () => now, sleep: async () => {} };
  const { onExchange, onWait } = createProgress({ apiKey: 'Secret-4711' }, clock, (line) => lines.push(line));
  onExchange(exchange, 0);
  now = 60_999;
  onExchange({ ...exchange, startedAt: 60_990 }, 0);
  expect(lines).toEqual([]);
  now = 61_000;
  onExchange(exchange, 1);
  onWait(29_500, 'nothing\nlistens');
  expect(lines).toEqual([
    'GET /store/orders?page=2 → no response: the \\x1b[31mtarget\\n reset by [redacted] (exchange 3): 1 finding',
    'wait for the target, 29.5 s left: nothing\\nlistens',
  ]);
});
