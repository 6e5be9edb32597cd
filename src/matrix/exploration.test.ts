import { expect, test } from 'vitest';
import {
  everything,
  explore,
  randomFrom,
  type Step,
  type SyntheticClient,
  several,
  type View,
} from '../../test/support/synthetic-client.ts';
import { type GapKey, gapKeys, gaps } from '../simulator/environment/gaps/gaps.ts';
import type { Cell, MatrixResult } from './model.ts';
import { alternativesOf } from './plan/alternatives.ts';
import { formatCell, parseCell } from './plan/cell-text.ts';

const textsOf = (found: readonly { readonly cell: Cell }[]) =>
  found.map(({ cell }) => formatCell(cell)).toSorted();
const cellsOf = ({ runs }: MatrixResult) => new Set(runs.map(({ run }) => formatCell(run.cell)));
const purposesOf = ({ runs }: MatrixResult) => runs.map(({ run }) => run.purpose);

/** A client that fails when a condition holds, and touches some gaps. */
function failsWhen(fails: (view: View) => boolean, steps: readonly Step[] = several): SyntheticClient {
  return { steps: () => steps, outcome: (view) => (fails(view) ? 'failed' : 'passed') };
}

const lists = (...touched: readonly GapKey[]): readonly Step[] => [
  { operation: 'listOrders', gaps: touched },
];
const clean = failsWhen(() => false, everything);

test.each(gaps.map(({ key, default: own }) => ({ key, own })))(
  'a client that needs $key=$own depends on it only',
  ({ key, own }) => {
    const broken = alternativesOf(key, own).map(({ choice }) => `${key}=${choice}`);
    const needed =
      key === 'list-lag' ? ['cancelled-in-list=remove + list-lag=after-2-reads'] : broken.toSorted();
    const neighbours: readonly GapKey[] = ['cancelled-in-list', 'cancel-again', 'conflict-body', 'etag', key];
    const client = failsWhen(
      ({ choice }) => choice(key) !== own && (key !== 'list-lag' || choice('cancelled-in-list') === 'remove'),
      lists(...new Set(neighbours)),
    );
    const result = explore(client, { faults: false });
    expect(textsOf(result.dependences)).toEqual(needed);
    expect(result.flaky).toEqual([]);
  },
);

test('a client that relies on nothing unpromised has no findings', () => {
  const result = explore(clean);
  expect(result).toMatchObject({ dependences: [], faultCauses: [], flaky: [], notes: [], leftOut: [] });
  expect(result.baseline).toEqual({ kind: 'passed', ms: 100 });
});

test('a suite that touches everything needs at most 75 cells beside the baseline', () => {
  const client: SyntheticClient = {
    steps: () => everything.map((step) => ({ ...step, retries: true })),
    outcome: () => 'passed',
  };
  const result = explore(client);
  expect(cellsOf(result).size - 1).toBeLessThanOrEqual(75);
  expect(purposesOf(result)).not.toContain('with');
  expect(result.faults.filter(({ cell }) => cell.faults.length === 2)).toHaveLength(3);
});

test('a gap on which nothing relied is not varied', () => {
  const result = explore(
    failsWhen(({ choice }) => choice('etag') === 'on', lists('list-order')),
    { faults: false },
  );
  expect(result.dependences).toEqual([]);
  expect(cellsOf(result)).toEqual(new Set(['baseline', 'list-order=shuffled', 'list-order=by-id']));
});

const pairs = [
  ['etag=on', 'list-compression=on'],
  ['cancelled-in-list=remove', 'cancel-again=not-found'],
] as const;

test.each(pairs)('a client that breaks only with both %s and %s depends on the pair', (one, other) => {
  const [cell, rest] = [parseCell(one).gaps, parseCell(other).gaps];
  const all = Object.entries({ ...cell, ...rest });
  const result = explore(failsWhen(({ choice }) => all.every(([gap, own]) => choice(gap as GapKey) === own)));
  const [cause] = result.dependences;
  expect(textsOf(result.dependences)).toEqual([formatCell({ gaps: { ...cell, ...rest }, faults: [] })]);
  expect(cause?.runs.length).toBeGreaterThanOrEqual(3);
});

test('a pair is found although another choice would hide it in the same row', () => {
  const result = explore(
    failsWhen(
      ({ choice }) =>
        choice('cancel-again') === 'conflict' &&
        choice('conflict-body') === 'text' &&
        choice('etag') === 'on',
    ),
    { faults: false },
  );
  expect(textsOf(result.dependences)).toEqual(['conflict-body=text + etag=on']);
});

test('two pairs in one row are both found, and the rest of the row is examined again', () => {
  const broken = [
    { etag: 'on', cors: 'on' },
    { options: 'method-not-allowed', 'bearer-case': 'exact' },
    { 'extra-fields': 'some', accept: 'not-acceptable' },
  ] as const;
  const result = explore(
    failsWhen(({ choice }) =>
      broken.some((pair) => Object.entries(pair).every(([gap, own]) => choice(gap as GapKey) === own)),
    ),
    { faults: false },
  );
  expect(textsOf(result.dependences)).toEqual(
    broken.map((gaps) => formatCell({ gaps, faults: [] })).toSorted(),
  );
});

test('three choices that fail only together are found when a row of pairs contains them', () => {
  const three = parseCell('conflict-body=text + extra-fields=some + etag=on').gaps;
  const result = explore(
    failsWhen(({ choice }) => Object.entries(three).every(([gap, own]) => choice(gap as GapKey) === own)),
    { faults: false },
  );
  const covered = result.runs.some(({ run }) =>
    Object.entries(three).every(([gap, own]) => run.cell.gaps[gap as GapKey] === own),
  );
  expect(textsOf(result.dependences)).toEqual(covered ? [formatCell({ gaps: three, faults: [] })] : []);
});

test('every pair of permitted choices is run together, without impossible ones', () => {
  const result = explore(clean, { faults: false });
  const passed = result.runs.map(({ run }) => run.cell.gaps);
  const choicesOf = (key: GapKey) => {
    const own = gaps.find((gap) => gap.key === key)?.default ?? '';
    return [own, ...alternativesOf(key, own).map(({ choice }) => choice)];
  };
  for (const one of gapKeys)
    for (const other of gapKeys.filter((key) => key > one))
      for (const a of choicesOf(one))
        for (const b of choicesOf(other)) {
          const texts: Partial<Record<GapKey, string>> = { [one]: a, [other]: b };
          if (texts['list-lag'] === 'after-2-reads' && texts['cancelled-in-list'] === 'keep') continue;
          const ran = passed.some((cell) =>
            Object.entries(texts).every(
              ([gap, own]) => (cell[gap as GapKey] ?? choicesOf(gap as GapKey)[0]) === own,
            ),
          );
          expect(ran, `${one}=${a} + ${other}=${b}`).toBe(true);
        }
  for (const cell of passed)
    if (cell['list-lag'] !== undefined) expect(cell['cancelled-in-list']).toBe('remove');
});

test('a choice that fails alone is in no row of pairs', () => {
  const result = explore(
    failsWhen(({ choice }) => choice('etag') === 'on'),
    { faults: false },
  );
  const rows = result.runs.filter(({ run }) => run.purpose === 'pairs');
  expect(rows.length).toBeGreaterThan(0);
  for (const { run } of rows) expect(run.cell.gaps.etag).toBeUndefined();
});

test('an exploration in parallel finds the same as one run after the other', () => {
  const broken = parseCell('etag=on + list-compression=on').gaps;
  const client = failsWhen(
    ({ choice, fired }) =>
      choice('conflict-body') === 'text' ||
      fired.includes('cancelOrder:1:reset-after-commit') ||
      Object.entries(broken).every(([gap, own]) => choice(gap as GapKey) === own),
  );
  const one = explore(client);
  const many = explore(client, {}, { jobs: 4, seed: 1 });
  expect(textsOf(many.dependences)).toEqual(textsOf(one.dependences));
  expect(textsOf(many.faultCauses)).toEqual(textsOf(one.faultCauses));
  expect(cellsOf(many)).toEqual(cellsOf(one));
  expect(many.runs.length).toBe(one.runs.length);
});

test('a client that fails at random is called flaky, and hardly ever said to depend on anything', () => {
  const small = lists(
    'cancelled-in-list',
    'cancel-again',
    'list-order',
    'etag',
    'optional-fields',
    'content-type',
  );
  const seeds = Array.from({ length: 15 }, (_, at) => at + 1);
  const misled = seeds.filter((seed) => {
    const random = randomFrom(seed);
    const chance = 0.05 + 0.45 * random();
    const { dependences, faultCauses } = explore(failsWhen(() => random() < chance, small));
    return dependences.length + faultCauses.length > 0;
  });
  // A client can fail in all runs of one cell and in no other run, by chance.
  expect(misled.length).toBeLessThanOrEqual(seeds.length / 100);
});

test.each(['passed', 'failed'] as const)(
  'a cell whose fault never fires has no effect, also if its runs %s',
  (outcome) => {
    const only = [parseCell('listOrders:9:unavailable')];
    const outcomeOf = ({ run }: View) => (run.cell.faults.length > 0 ? outcome : 'passed');
    expect(explore({ steps: () => several, outcome: outcomeOf }, { only }).noEffect).toEqual(only);
  },
);
