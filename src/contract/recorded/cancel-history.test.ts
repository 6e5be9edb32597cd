import { expect, test } from 'vitest';
import { ResultCollector } from '../result-collector.ts';
import { type Cancel, CancelHistory } from './cancel-history.ts';

const cancel = (number: number, path: string, status: number): Cancel => ({
  number,
  startedAt: number,
  endedAt: number,
  path,
  status,
  statusLine: `HTTP/1.1 ${status}`,
});

test('remembers no more orders than it may, and says so', () => {
  const collector = new ResultCollector();
  const history = new CancelHistory(collector, 2);
  for (const [index, path] of ['/1', '/2', '/3', '/3', '/2'].entries())
    history.add(cancel(index + 1, path, 204));
  expect(collector.findings).toMatchObject([{ rule: 'R29', exchange: 5, operation: 'cancelOrder' }]);
  expect(history.isFull).toBe(true);
});

test('forgets the orders of a target that was reset', () => {
  const collector = new ResultCollector();
  const history = new CancelHistory(collector);
  history.add(cancel(1, '/1', 204));
  history.clear();
  history.add(cancel(2, '/1', 204));
  expect([collector.findings, history.isFull]).toEqual([[], false]);
});
