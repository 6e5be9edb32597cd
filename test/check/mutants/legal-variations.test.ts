import { expect, test } from 'vitest';
import { checkWithin } from './check-within.ts';
import { legalVariations } from './legal-variations.ts';
import { brokenRules } from './run-against.ts';

test.each(legalVariations)('finds nothing wrong with $name', async ({ twist, notices = [], observed }) => {
  const report = await checkWithin(twist, 'cancel');
  expect(brokenRules(report)).toEqual(notices);
  expect(report.exitCode).toBe(0);
  expect(report.incomplete).toBeUndefined();
  expect(report.gaps.filter(({ allowed }) => !allowed)).toEqual([]);
  const seen = report.gaps.map((gap) => `${gap.gap}: ${gap.observed}`);
  if (observed !== undefined) expect(seen).toContain(observed);
});

test('reports that someone else changes the list, and continues', async () => {
  const busy = legalVariations.find(({ name }) => name.startsWith('someone else'));
  const report = await checkWithin(busy?.twist ?? {}, 'probe');
  expect(report.notes.join()).toContain('other clients use the target');
  expect(legalVariations.length).toBeGreaterThanOrEqual(30);
});
