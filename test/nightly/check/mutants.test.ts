import { expect, test } from 'vitest';
import { isOfAll, rules } from '../../../src/contract/rules/rules.ts';
import { mutants } from '../../check/mutants/mutants.ts';
import { brokenRules, checkTwisted } from '../../check/mutants/run-against.ts';

test.each(mutants)('$rule fails at level $level when $name', async ({ rule, level, twist, named }) => {
  const report = await checkTwisted(twist, level, named);
  const severity = rules.find(({ id }) => id === rule)?.severity;
  expect(brokenRules(report, severity)).toEqual([rule]);
  expect(report.exitCode).toBe(severity === 'notice' ? 0 : 1);
  // Where the named order cannot be tested, its reason is a finding.
  expect(report.incomplete?.kind ?? 'not-tried').toBe('not-tried');
});

test.each(['observe', 'probe', 'cancel'] as const)(
  'finds nothing in an honest service at level %s',
  async (level) => {
    const report = await checkTwisted({}, level);
    expect(report.findings).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(report.incomplete).toBeUndefined();
  },
);

test('exercises every rule of the contract at level cancel', async () => {
  const { rules: results } = await checkTwisted({}, 'cancel');
  expect(results.filter(({ kind, rule }) => kind !== 'passed' && isOfAll(rule))).toEqual([]);
});

test('has a mutant for every rule', () => {
  // Those of level race: test/check/races.
  const without = rules.filter(({ id }) => isOfAll(id) && !mutants.some(({ rule }) => rule === id));
  expect(without).toEqual([]);
  expect(mutants.length).toBeGreaterThanOrEqual(60);
});
