import { expect, test } from 'vitest';
import { howMany } from '../../helpers/how-many.ts';
import { brokenRules } from '../mutants/run-against.ts';
import { digitSabotages, idSabotages, ordersWith, querySabotages } from './more-sabotage.ts';
import { checkShop, shopOrders, usual } from './open-shop.ts';
import { orderSabotages, type Reading, type Sabotage } from './sabotage.ts';

const profiles = [
  { profile: 'least-promise', seed: '1' },
  { profile: 'typical', seed: '1' },
  ...['1', '2', '3', '4'].slice(0, howMany(2, 2, 4)).map((seed) => ({ profile: 'vary', seed }) as const),
] as const;
const readings: readonly Reading[] = ['keep', 'remove'];
const situations = profiles.flatMap((profile) => readings.map((reading) => ({ ...profile, reading })));

const sabotages: readonly (Sabotage & { readonly ids?: readonly bigint[] })[] = [
  ...orderSabotages,
  ...idSabotages,
  ...querySabotages,
  ...digitSabotages,
];

/** Checks a sabotaged shop in every profile, with both readings of a cancelled order. */
test.each(sabotages)(
  '$rule.keep or $rule.remove fails in every profile when $name',
  async ({ rule, named, ids, atOnce, open }) => {
    for (const { profile, seed, reading } of situations) {
      const orders = ids === undefined ? shopOrders() : ordersWith(ids);
      const gaps = { 'cancelled-in-list': reading, ...(atOnce && { 'list-lag': 'immediate' }) };
      const report = await checkShop(open(), { orders, profile, seed, gaps }, named ?? usual);
      const broken = brokenRules(report, 'violation');
      const expected = rule[reading] === 'untested' ? [] : [rule[reading]];
      expect({ profile, seed, reading, broken }).toEqual({ profile, seed, reading, broken: expected });
      expect(report.exitCode).toBe(rule[reading] === 'untested' ? 3 : 1);
    }
  },
);

const checks = 50;

test.each(idSabotages.slice(0, 3))(`${checks} checks agree when $name`, async ({ open }) => {
  const verdicts = new Set<string>();
  for (let time = 0; time < checks; time += 1) {
    const report = await checkShop(open(), {}, { level: 'probe' });
    verdicts.add(JSON.stringify([report.exitCode, report.rules]));
  }
  expect(verdicts.size).toBe(1);
});
