import { expect, test } from 'vitest';
import { rulesBrokenBy } from './ask.ts';
import { brokenLists, legalLists } from './list-responses.ts';

test.each(brokenLists)('catches a list with %s', async (_name, raw, rules) => {
  expect(await rulesBrokenBy(raw)).toEqual(rules);
});

test.each(legalLists)('has nothing against a list with %s', async (_name, raw) => {
  expect(await rulesBrokenBy(raw)).toEqual([]);
});
