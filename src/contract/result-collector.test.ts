import { expect, test } from 'vitest';
import { ResultCollector } from './result-collector.ts';

test('remembers only so many different findings and observations, and counts all findings', () => {
  const collector = new ResultCollector([], 3);
  for (let exchange = 1; exchange <= 10; exchange++) {
    collector.broken({ rule: 'R03', exchange, expected: 'x', got: `${exchange}` }, undefined);
    collector.broken({ rule: 'R03', exchange, expected: 'x', got: '1' }, undefined);
    collector.observed({ gap: 'error-codes', observed: `404: ${exchange}`, allowed: true, exchange });
  }
  const { findings, counts, gaps } = collector;
  expect(counts.get('R03')?.get(undefined)).toBe(10);
  expect(findings[0]).toMatchObject({ got: '1', requests: 10 });
  expect(gaps.map(({ observed }) => observed)).toEqual(['404: 1', '404: 2', '404: 3']);
});
