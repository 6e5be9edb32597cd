import { expect, test } from 'vitest';
import { cancelDisturbances } from './mutants/cancel-disturbances.ts';
import { checkWithin } from './mutants/check-within.ts';
import { listDisturbances } from './mutants/list-disturbances.ts';
import { brokenRules } from './mutants/run-against.ts';

const disturbances = [...listDisturbances, ...cancelDisturbances];

test.each(disturbances)(
  'a check breaks no other rule, and is as complete as it says, if $name',
  async ({ twist, options, drawn, broken = [], incomplete }) => {
    const report = await checkWithin(twist(), 'cancel', { ...options, drawn });
    expect(brokenRules(report)).toEqual(broken);
    expect(report.incomplete?.kind).toBe(incomplete);
  },
);
