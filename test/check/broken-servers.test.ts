import { expect, test } from 'vitest';
import { isOfAll, rules } from '../../src/contract/rules/rules.ts';
import { brokenCancels } from './mutants/broken-cancels.ts';
import { brokenKeys } from './mutants/broken-keys.ts';
import { brokenLists } from './mutants/broken-lists.ts';
import { brokenOthers } from './mutants/broken-others.ts';
import { checkWithin } from './mutants/check-within.ts';
import { legalServers } from './mutants/legal-servers.ts';
import { brokenRules } from './mutants/mutant.ts';

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

const legal = legalServers.map(
  ([name, twist, observed, notices = '']) => [name, twist, observed, notices] as const,
);

test.each(legal)('a check finds nothing wrong with %s', async (name, twist, observed, notices) => {
  const report = await checkWithin(twist, 'cancel');
  expect(brokenRules(report).join()).toBe(notices);
  expect(report).toMatchObject({ exitCode: 0, incomplete: undefined });
  expect(report.gaps.filter(({ allowed }) => !allowed)).toEqual([]);
  if (observed !== undefined)
    expect(report.gaps.map((gap) => `${gap.gap}: ${gap.observed}`)).toContain(observed);
  expect(report.notes.join().includes('Other clients use the target')).toBe(name.startsWith('someone else'));
});

test.each(['observe', 'probe'] as const)(
  'a check finds nothing in an honest service at level %s',
  async (level) => {
    expect(await checkWithin({}, level)).toMatchObject({ findings: [], exitCode: 0, incomplete: undefined });
  },
);

test('a check of an honest service at level cancel tests every rule', async () => {
  const { rules: results } = await checkWithin({}, 'cancel');
  expect(results.filter(({ kind, rule }) => kind !== 'passed' && isOfAll(rule))).toEqual([]);
});
