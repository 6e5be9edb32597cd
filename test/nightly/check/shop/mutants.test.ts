import { expect, test } from 'vitest';
import { brokenRules } from '../../../check/mutants/run-against.ts';
import { checkShop } from './open-shop.ts';
import { shopMutants } from './shop-mutants.ts';

const profiles = [
  { profile: 'least-promise', seed: '1' },
  { profile: 'typical', seed: '1' },
  { profile: 'vary', seed: '1' },
  { profile: 'vary', seed: '2' },
] as const;
const readings = ['keep', 'remove'] as const;
const situations = profiles.flatMap((profile) => readings.map((reading) => ({ ...profile, reading })));

/** Checks a mutant in front of the simulator in every profile, with both readings of a cancelled order. */
test.each(shopMutants)(
  '$rule.keep or $rule.remove fails in every profile when $name',
  async ({ rule, named, apiKey, orders, atOnce, open }) => {
    for (const { profile, seed, reading } of situations) {
      const gaps = { 'cancelled-in-list': reading, ...(atOnce && { 'list-lag': 'immediate' }) };
      const report = await checkShop(open(), { orders: orders(), profile, seed, gaps }, { apiKey, ...named });
      const broken = brokenRules(report, 'violation');
      const expected = rule[reading] === 'untested' ? [] : [rule[reading]];
      expect({ profile, seed, reading, broken }).toEqual({ profile, seed, reading, broken: expected });
      expect(report.exitCode).toBe(rule[reading] === 'untested' ? 3 : 1);
    }
  },
);

const checks = 50;

test.each(shopMutants.filter(({ name }) => /not accept ids/.test(name)))(
  `${checks} checks agree when $name`,
  async ({ apiKey, orders, open }) => {
    const verdicts = new Set<string>();
    for (let time = 0; time < checks; time += 1) {
      const report = await checkShop(open(), { orders: orders() }, { apiKey, level: 'probe' });
      verdicts.add(JSON.stringify([report.exitCode, report.rules]));
    }
    expect(verdicts.size).toBe(1);
  },
);
