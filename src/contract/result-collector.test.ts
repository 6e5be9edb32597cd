import { expect, test } from 'vitest';
import { DistinctNumbers, ResultCollector } from './result-collector.ts';

test('counts distinct numbers, the same one again only once', () => {
  const numbers = new DistinctNumbers();
  for (const number of [3, 5, 3, 5]) numbers.add(number);
  expect(numbers.size).toBe(2);
  for (let number = 10; number < 20_000; number++) for (const one of [number, number]) numbers.add(one);
  expect(numbers.size).toBe(2 + 19_990);
});

test('remembers only so many different findings and observations, and counts all findings', () => {
  const collector = new ResultCollector([], 3);
  for (let exchange = 1; exchange <= 10; exchange++) {
    collector.broken({ rule: 'R03', exchange, expected: 'x', got: `${exchange}` });
    collector.broken({ rule: 'R03', exchange, expected: 'x', got: '1' });
    collector.observed({ gap: 'error-codes', observed: `404: ${exchange}`, allowed: true, exchange });
  }
  const { findings, counts, gaps } = collector;
  expect(counts.get('R03')?.get(undefined)).toBe(10);
  expect(findings[0]).toMatchObject({ got: '1', requests: 10 });
  expect(gaps.map(({ observed }) => observed)).toEqual(['404: 1', '404: 2', '404: 3']);
});
