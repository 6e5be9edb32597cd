import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brokenServers, type Clause, clauses } from '../../scripts/specification/specification.ts';
import { rules } from '../../src/contract/rules/rules.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import { packageRoot } from '../../src/version.ts';

const all = clauses();
const named = all.map((clause) => [clause.id, clause] as const);

/** The parts of the specification that a rule or a gap names: `3`, `4.2 rule 1`, `5.4`. Standards follow a semicolon. */
function partsOf(spec: string): readonly string[] {
  const [parts = ''] = spec.split(';');
  return /^\d/.test(parts) ? parts.split(', ') : [];
}

/** Whether a sentence is in a part: part 5 numbers its sentences, so that 5.4 is `5/4`. */
function isIn(part: string): (clause: Clause) => boolean {
  const [, section = part, rule] = /^(\S+) (rule \d)$/.exec(part) ?? [];
  const numbered = section.replace(/^5\.(\d)$/, '5/$1');
  return ({ id }) =>
    rule === undefined ? id === numbered || id.startsWith(`${numbered}/`) : id === `${section}/${rule}`;
}

/** Whether a file has a test with a title. A title that ends in `…` or begins a list is the start of a generated one. */
function hasTest(file: string, title: string): boolean {
  const source = readFileSync(new URL(file, packageRoot), 'utf8').replace(/^\s*(?:\/\/|\*).*$/gm, '');
  if (title.endsWith('=…')) return source.includes("'%s=%s'");
  if (title.endsWith(' …')) return source.includes("'breaks only $rule at level $level if $name'");
  return ["'", '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
}

test.each(named)('the sentence %s of the specification is decided', (_id, clause) => {
  const { rules: its = [], gaps: open = [], behaviour, notTestable } = clause;
  expect(its.length + open.length + (behaviour?.length ?? 0)).toBeGreaterThan(0);
  if (its.length > 0) expect(notTestable).toBeUndefined();
});

test.each(named)('the sentence %s of the specification has tests, and they exist', (_id, { tests }) => {
  expect(tests).not.toEqual([]);
  expect(tests.filter(([file, title]) => !hasTest(file, title))).toEqual([]);
});

test('a test that does not exist is noticed', () => {
  expect(hasTest('test/simulator/service/cancel.test.ts', 'cancels a shipped order')).toBe(false);
});

test.each(rules.map(({ id, spec }) => [id, spec] as const))(
  'rule %s is at a sentence of each part that it names',
  (id, spec) => {
    const without = partsOf(spec).filter(
      (part) => !all.filter(isIn(part)).some((clause) => clause.rules?.includes(id)),
    );
    expect(without).toEqual([]);
    expect(all.some((clause) => clause.rules?.includes(id))).toBe(true);
  },
);

test.each(gaps.map(({ key, spec }) => [key, spec] as const))(
  'gap %s is at a sentence of a part that it names',
  (key, spec) => {
    const parts = partsOf(spec);
    const its = all.filter(({ gaps: open = [] }) => open.includes(key));
    expect(its.some((clause) => parts.some((part) => isIn(part)(clause) || clause.id.startsWith(part)))).toBe(
      true,
    );
  },
);

test('a named server breaks every rule of the orders, except those of races', () => {
  const without = rules.map(({ id }) => id).filter((rule) => brokenServers(rule).length === 0);
  expect(without).toEqual(['R35', 'R36', 'R37']);
});
