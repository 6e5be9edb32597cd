import { expect, test } from 'vitest';
import { isOfAll } from '../../src/contract/rules/rules.ts';
import { checkWithin } from './mutants/check-within.ts';
import { legalVariations } from './mutants/legal-variations.ts';
import { brokenRules } from './mutants/run-against.ts';

test.each(legalVariations)(
  'a check finds nothing wrong with $name',
  async ({ twist, notices = [], observed }) => {
    const report = await checkWithin(twist, 'cancel');
    expect(brokenRules(report)).toEqual(notices);
    expect(report.exitCode).toBe(0);
    expect(report.incomplete).toBeUndefined();
    expect(report.gaps.filter(({ allowed }) => !allowed)).toEqual([]);
    const seen = report.gaps.map((gap) => `${gap.gap}: ${gap.observed}`);
    if (observed !== undefined) expect(seen).toContain(observed);
  },
);

test('reports that someone else changes the list, and continues', async () => {
  const busy = legalVariations.find(({ name }) => name.startsWith('someone else'));
  const report = await checkWithin(busy?.twist ?? {}, 'probe');
  expect(report.notes.join()).toContain('other clients use the target');
  expect(legalVariations.length).toBeGreaterThanOrEqual(30);
});

test.each(['observe', 'probe', 'cancel'] as const)(
  'a check finds nothing in an honest service at level %s',
  async (level) => {
    const report = await checkWithin({}, level);
    expect(report).toMatchObject({ findings: [], exitCode: 0, incomplete: undefined });
  },
);

test('a check of an honest service at level cancel tests every rule', async () => {
  const { rules: results } = await checkWithin({}, 'cancel');
  expect(results.filter(({ kind, rule }) => kind !== 'passed' && isOfAll(rule))).toEqual([]);
});
