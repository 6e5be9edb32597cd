import { expect, test } from 'vitest';
import { isOfAll } from '../../src/contract/rules/rules.ts';
import { checkWithin } from './mutants/check-within.ts';
import { legalServers } from './mutants/legal-servers.ts';
import { brokenRules } from './mutants/run-against.ts';

const servers = legalServers.map(
  ([name, twist, observed, notices = '']) => [name, twist, observed, notices] as const,
);

test.each(servers)('a check finds nothing wrong with %s', async (name, twist, observed, notices) => {
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
