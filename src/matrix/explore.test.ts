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
import { type GapKey, gaps } from '../simulator/environment/gaps/gaps.ts';
import type { Cell, MatrixResult } from './model.ts';
import { formatCell, parseCell } from './plan/cell.ts';
import { alternativesOf } from './plan/choices.ts';

const textsOf = (found: readonly { readonly cell: Cell }[]) =>
  found.map(({ cell }) => formatCell(cell)).toSorted();
const cellsOf = ({ runs }: MatrixResult) => new Set(runs.map(({ run }) => formatCell(run.cell)));

/** A client that fails when a condition holds, and touches some gaps. */
function failsWhen(fails: (view: View) => boolean, steps: readonly Step[] = several): SyntheticClient {
  return { steps: () => steps, outcome: (view) => (fails(view) ? 'failed' : 'passed') };
}

const lists = (...touched: readonly GapKey[]): readonly Step[] => [
  { operation: 'listOrders', gaps: touched },
];

test.each(gaps.map(({ key, default: own }) => ({ key, own })))(
  'a client that needs $key=$own depends on it only',
  async ({ key, own }) => {
    const broken = alternativesOf(key, own).map(({ choice }) => `${key}=${choice}`);
    const needed =
      key === 'list-lag' ? ['cancelled-in-list=remove + list-lag=after-2-reads'] : broken.toSorted();
    const neighbours: readonly GapKey[] = ['cancelled-in-list', 'cancel-again', 'conflict-body', 'etag', key];
    const client = failsWhen(
      ({ choice }) => choice(key) !== own && (key !== 'list-lag' || choice('cancelled-in-list') === 'remove'),
      lists(...new Set(neighbours)),
    );
    const result = await explore(client, { faults: false });
    expect(textsOf(result.assumptions)).toEqual(needed);
    expect(result.flaky).toEqual([]);
  },
);

test('a suite that touches everything needs at most 75 cells beside the baseline', async () => {
  const client: SyntheticClient = {
    steps: () => everything.map((step) => ({ ...step, retries: true })),
    outcome: () => 'passed',
  };
  const result = await explore(client);
  expect(cellsOf(result).size - 1).toBeLessThanOrEqual(75);
  expect(result.runs).toHaveLength(cellsOf(result).size + 2);
  expect([...cellsOf(result)].filter((cell) => /\d:.* \+ .*\d:/.test(cell))).toHaveLength(3);
});

const pairs = [
  ['etag=on', 'list-compression=on'],
  ['cancelled-in-list=remove', 'cancel-again=not-found'],
] as const;

test.each(pairs)('a client that breaks only with both %s and %s depends on the pair', async (one, other) => {
  const [cell, rest] = [parseCell(one).gaps, parseCell(other).gaps];
  const all = Object.entries({ ...cell, ...rest });
  const result = await explore(
    failsWhen(({ choice }) => all.every(([gap, own]) => choice(gap as GapKey) === own)),
  );
  const [cause] = result.assumptions;
  expect(textsOf(result.assumptions)).toEqual([formatCell({ gaps: { ...cell, ...rest }, faults: [] })]);
  expect(cause?.runs.length).toBeGreaterThanOrEqual(3);
});

test('a client that fails at random is called flaky, and hardly ever said to depend on anything', async () => {
  const small = lists(
    'cancelled-in-list',
    'cancel-again',
    'list-order',
    'etag',
    'optional-fields',
    'content-type',
  );
  const seeds = Array.from({ length: 15 }, (_, at) => at + 1);
  const misled: number[] = [];
  for (const seed of seeds) {
    const random = randomFrom(seed);
    const chance = 0.05 + 0.45 * random();
    const { assumptions, faultCauses } = await explore(failsWhen(() => random() < chance, small));
    if (assumptions.length + faultCauses.length > 0) misled.push(seed);
  }
  // A client can fail in all runs of one cell and in no other run, by chance.
  expect(misled.length).toBeLessThanOrEqual(seeds.length / 100);
});

test.each(['passed', 'failed'] as const)(
  'a cell whose fault never fires has no effect, also if its runs %s',
  async (outcome) => {
    const only = [parseCell('listOrders:9:unavailable')];
    const outcomeOf = ({ run }: View) => (run.cell.faults.length > 0 ? outcome : 'passed');
    const { noEffect } = await explore({ steps: () => several, outcome: outcomeOf }, { only });
    expect(noEffect).toEqual(only);
  },
);
