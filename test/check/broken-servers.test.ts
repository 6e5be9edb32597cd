import { expect, test } from 'vitest';
import { isOfAll, rules } from '../../src/contract/rules/rules.ts';
import { brokenCancels } from './mutants/broken-cancels.ts';
import { brokenKeys } from './mutants/broken-keys.ts';
import { brokenLists } from './mutants/broken-lists.ts';
import { brokenOthers } from './mutants/broken-others.ts';
import { checkWithin } from './mutants/check-within.ts';
import { brokenRules } from './mutants/run-against.ts';

const servers = [...brokenLists, ...brokenKeys, ...brokenCancels, ...brokenOthers].map(
  ([name, result, twist, options = {}]) => [name, result, twist, options] as const,
);

test.each(servers)('a check reports, if %s: %s', async (_name, result, twist, options) => {
  const report = await checkWithin(typeof twist === 'function' ? twist() : twist, 'cancel', options);
  expect([...brokenRules(report), report.incomplete?.kind ?? ''].join(' ').trim()).toBe(result);
  const isBroken = brokenRules(report, 'violation').length > 0;
  expect(report.exitCode).toBe(
    report.incomplete?.kind === 'wrong-key' ? 3 : isBroken ? 1 : report.incomplete ? 3 : 0,
  );
});

test('there is a broken server for each rule', () => {
  // Those of level race: test/check/races.
  const found = servers.flatMap(([, result]) => result.split(' '));
  expect(rules.filter(({ id }) => isOfAll(id) && !found.includes(id))).toEqual([]);
});
