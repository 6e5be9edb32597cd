import { expect, test } from 'vitest';
import { Findings, ListFaults, maxFindings } from './findings.ts';

test('keeps 100 findings of each rule, counts all, and reads the body only for those it keeps', () => {
  const findings = new Findings(7);
  let read = 0;
  const got = (): string => `value ${++read}`;
  for (let time = 0; time < 103; time += 1) findings.add('R08', { where: `/${time}`, expected: 'x', got });
  findings.add('R09', { expected: 'y', got });
  expect(maxFindings).toBe(100);
  expect(read).toBe(101);
  expect(findings.kept).toHaveLength(101);
  expect(findings.kept[99]).toEqual({
    rule: 'R08',
    exchange: 7,
    where: '/99',
    expected: 'x',
    got: 'value 100',
  });
  expect(findings.kept[100]).toEqual({ rule: 'R09', exchange: 7, expected: 'y', got: 'value 101' });
  expect(Object.keys(findings.kept[100] ?? {})).not.toContain('where');
  expect([...findings.counts]).toEqual([
    ['R08', 103],
    ['R09', 1],
  ]);
});

test('counts findings that are not kept, and only for broken rules', () => {
  const findings = new Findings(1);
  const add = findings.of('R08');
  add.more(0);
  expect([...findings.counts]).toEqual([]);
  add.more(5);
  add.more(3);
  expect([...findings.counts]).toEqual([['R08', 5]]);
  expect(findings.kept).toEqual([]);
});

test('keeps 100 faults of each rule of a list, and counts all', () => {
  const faults = new ListFaults();
  const node = { kind: 'number', start: 3, end: 5, text: '12' } as const;
  for (let index = 0; index < 103; index += 1) faults.add('R08', [index, 'a/b'], node, 'x');
  faults.add('R07', [], node, 'y');
  expect(faults.kept).toHaveLength(101);
  expect(faults.kept[99]).toEqual({ rule: 'R08', where: '/99/a~1b', start: 3, end: 5, expected: 'x' });
  expect(faults.kept[100]).toEqual({ rule: 'R07', where: '', start: 3, end: 5, expected: 'y' });
  expect([...faults.counts]).toEqual([
    ['R08', 103],
    ['R07', 1],
  ]);
});
