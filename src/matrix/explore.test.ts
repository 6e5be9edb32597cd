import { expect, test } from 'vitest';
import {
  client,
  explore,
  list,
  type Step,
  type SyntheticClient,
  several,
  textsOf,
  type View,
} from '../../test/support/synthetic-client.ts';
import { type GapKey, gaps } from '../simulator/environment/gaps/gaps.ts';
import { parseCell } from './plan/cell.ts';
import { alternativesOf } from './plan/choices.ts';

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
    const needy = failsWhen(
      ({ choice }) => choice(key) !== own && (key !== 'list-lag' || choice('cancelled-in-list') === 'remove'),
      lists(...new Set(neighbours)),
    );
    const result = await explore(needy, { faults: false });
    expect(textsOf(result.assumptions).toSorted()).toEqual(needed);
    expect(result.flaky).toEqual([]);
  },
);

test.each(['passed', 'failed'] as const)(
  'a cell whose fault never fires has no effect, also if its runs %s',
  async (outcome) => {
    const only = [parseCell('listOrders:9:unavailable')];
    const outcomeOf = ({ run }: View) => (run.cell.faults.length > 0 ? outcome : 'passed');
    const { noEffect } = await explore({ steps: () => several, outcome: outcomeOf }, { only });
    expect(noEffect).toEqual(only);
  },
);

test('a red baseline is run three times, and nothing else', async () => {
  const result = await explore(client(() => 'failed', list('etag')));
  expect(result.baseline).toEqual({
    kind: 'failed',
    outcome: { kind: 'failed', exit: 'exit code 1', tests: [] },
  });
  expect(textsOf(result.runs.map(({ run }) => run))).toEqual(['baseline', 'baseline', 'baseline']);
  expect(result).toMatchObject({ assumptions: [], faultCauses: [], flaky: [] });
});

test.each([
  [['failed', 'passed', 'passed']],
  [['failed', 'failed', 'passed']],
  [['passed', 'hung', 'passed']],
  [['passed', 'passed', 'failed']],
] as const)('a baseline with the outcomes %s is flaky, and ends the matrix', async (outcomes) => {
  const result = await explore(client(({ run }) => outcomes[run.id - 1] ?? 'passed', list('etag')));
  expect(result.baseline.kind).toBe('flaky');
  expect(result.runs).toHaveLength(outcomes.length);
  expect(textsOf(result.flaky)).toEqual(['baseline']);
});

test('a cell that fails at times is flaky, and the baseline is run more often', async () => {
  let fails = 0;
  const one = client(
    ({ choice }) => (choice('etag') === 'on' && fails++ === 0 ? 'failed' : 'passed'),
    list('etag'),
  );
  const result = await explore(one, { faults: false });
  expect(textsOf(result.flaky)).toEqual(['etag=on']);
  expect(result.flaky[0]?.outcomes.map(({ kind }) => kind)).toEqual(['failed', 'passed', 'passed']);
  expect(result.assumptions).toEqual([]);
  expect(textsOf(result.runs.map(({ run }) => run)).filter((text) => text === 'baseline')).toHaveLength(9);
});

test('beside a flaky cell, three failures are not enough for a cause', async () => {
  const fails = { etag: 1, cors: 4 };
  const one = client(
    ({ run: { cell } }) => {
      const gap = cell.gaps.etag === 'on' ? 'etag' : cell.gaps.cors === 'on' ? 'cors' : undefined;
      return gap !== undefined && fails[gap]-- > 0 ? 'failed' : 'passed';
    },
    list('etag', 'cors'),
  );
  const result = await explore(one, { faults: false });
  expect(result.assumptions).toEqual([]);
  expect(textsOf(result.flaky).toSorted()).toEqual(['cors=on', 'etag=on']);
});

test('a hang is stable after two runs', async () => {
  const result = await explore(
    client(({ choice }) => (choice('etag') === 'on' ? 'hung' : 'passed'), list('etag')),
    {
      faults: false,
    },
  );
  expect(result.assumptions).toMatchObject([{ outcome: { kind: 'hung' }, runs: [4, 5] }]);
});
