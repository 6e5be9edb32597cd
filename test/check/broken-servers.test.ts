import { expect, test } from 'vitest';
import { isOfAll, rules } from '../../src/contract/rules/rules.ts';
import { checkWithin } from './mutants/check-within.ts';
import { mutants } from './mutants/mutants.ts';
import { brokenRules } from './mutants/run-against.ts';

// One server for each rule of which one response shows nothing. What one response shows is in test/contract/responses.
const names = [
  'the key works only once',
  'the list keeps 32 bits of the id of a named order',
  'the list uses ?status=',
  'the list uses ?complete= and every order is complete',
  'the list is shown without a key',
  'the list is shown with an empty key',
  'an order that exists is cancelled without a key',
  'an order that exists is cancelled with any key',
  'a cancel without a key gets a 404',
  'a cancel of an absent order gets a 204',
  'a cancel of a pending order gets a 401',
  'a cancel rounds the id to a double',
  'a second cancel of a pending order gets a 204',
  'a cancel of a shipped order gets a 204',
  'a second cancel of a shipped order gets a 404',
  'the refused cancel of a shipped order changes it',
  'the list leaves out what has shipped',
  'the cancel of an order removes its neighbour',
  'the cancel of an order rewrites quantity of another',
  'the cancel of an absent order removes one that exists',
  'an order is cancelled although its cancels without a valid key get a 401',
];

const servers = mutants.filter(({ name }) => names.includes(name));

test.each(servers)('a server breaks only $rule if $name', async ({ rule, level, twist, named }) => {
  const report = await checkWithin(twist, level, named);
  expect(brokenRules(report)).toEqual([rule]);
  expect(report.exitCode).toBe(1);
});

test('each rule that needs several requests has a server that breaks it', () => {
  expect(servers.map(({ name }) => name).sort()).toEqual([...names].sort());
  const needsSeveral = rules.filter(({ id }) => /^R(04|09|1[3-8]|25|26|29|3[0-4])$/.test(id));
  expect(needsSeveral.filter(({ id }) => !servers.some(({ rule }) => rule === id))).toEqual([]);
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
