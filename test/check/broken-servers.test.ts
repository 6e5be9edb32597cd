import { describe, expect, test } from 'vitest';
import { isOfAll, rules } from '../../src/contract/rules/rules.ts';
import { cancelDisturbances } from './mutants/cancel-disturbances.ts';
import { checkWithin } from './mutants/check-within.ts';
import { listDisturbances } from './mutants/list-disturbances.ts';
import { mutants } from './mutants/mutants.ts';
import { brokenRules } from './mutants/run-against.ts';

describe('a check of a broken server', () => {
  test.each(mutants)('breaks only $rule at level $level if $name', async ({ rule, level, twist, named }) => {
    const report = await checkWithin(twist, level, named);
    const severity = rules.find(({ id }) => id === rule)?.severity;
    expect(brokenRules(report, severity)).toEqual([rule]);
    expect(report.exitCode).toBe(severity === 'notice' ? 0 : 1);
    // Where the named order cannot be tested, its reason is a finding.
    expect(report.incomplete?.kind ?? 'not-tried').toBe('not-tried');
  });

  test('is there for each rule', () => {
    // Those of level race: test/check/races.
    expect(rules.filter(({ id }) => isOfAll(id) && !mutants.some(({ rule }) => rule === id))).toEqual([]);
  });
});

test.each([...listDisturbances, ...cancelDisturbances])(
  'a check breaks no other rule, and is as complete as it says, if $name',
  async ({ twist, options, drawn, broken = [], incomplete }) => {
    const report = await checkWithin(twist(), 'cancel', { ...options, drawn });
    expect(brokenRules(report)).toEqual(broken);
    expect(report.incomplete?.kind).toBe(incomplete);
  },
);
