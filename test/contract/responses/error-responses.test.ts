import { expect, test } from 'vitest';
import { rulesBrokenBy } from './ask.ts';
import { brokenErrors, legalErrors } from './error-responses.ts';

test.each(brokenErrors)('catches %s', async (_name, bytes, asked, rules) => {
  expect(await rulesBrokenBy(bytes, asked)).toEqual(rules);
});

test.each(legalErrors)('has nothing against %s', async (_name, bytes, asked) => {
  expect(await rulesBrokenBy(bytes, asked)).toEqual([]);
});
