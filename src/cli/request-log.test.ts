import { expect, test } from 'vitest';
import { createTestClock } from '../../test/support/test-clock.ts';
import { createLogger, type LogFormat } from './logger.ts';
import { createRequestLog } from './request-log.ts';

const request = { environment: 'production', method: 'GET', target: '/v1/store/orders', status: 200, ms: 1 };

function openLog(which: 'all' | 'some' | 'off', level: 'info' | 'warn' = 'info') {
  const lines: string[] = [];
  const clock = createTestClock();
  const format: LogFormat = ({ msg, fields }) => ('requests' in fields ? `${fields.requests} ${msg}` : msg);
  const to = { write: (line: string) => lines.push(line.trimEnd()), writableLength: 0 };
  const log = createRequestLog(createLogger({ level, format, to }), which, clock);
  const send = (times: number): void => {
    for (let time = 0; time < times; time += 1)
      if (log.onRequest?.wants?.() !== false) log.onRequest?.(request);
  };
  const said = (): readonly string[] => lines.splice(0);
  return { log, clock, send, said };
}

const shown = (times: number) => Array.from({ length: times }, () => 'request completed');
const others = (amount: number) => `${amount} requests left out; --log-requests all logs each one`;

test('logs 20 requests of a second, and the number of the others when the second is over', async () => {
  const { clock, send, said } = openLog('some');
  send(20);
  expect(said()).toEqual(shown(20));
  send(3);
  expect(said()).toEqual([]);
  await clock.advance(999);
  send(1);
  await Promise.resolve();
  expect(said()).toEqual([]);
  await clock.advance(1);
  await Promise.resolve();
  expect(said()).toEqual([others(4)]);
  send(21);
  expect(said()).toEqual(shown(20));
});

test.each([
  ['all', 'info', 50],
  ['off', 'info', 0],
  ['all', 'warn', 0],
  ['some', 'warn', 0],
] as const)('%s at level %s logs %i of 50 requests', (which, level, amount) => {
  const { send, said } = openLog(which, level);
  send(50);
  expect(said()).toEqual(shown(amount));
});
