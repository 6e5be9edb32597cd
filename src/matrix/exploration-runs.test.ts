import { expect, test } from 'vitest';
import {
  everything,
  explore,
  runOnce,
  type Step,
  type SyntheticClient,
  several,
  type View,
} from '../../test/support/synthetic-client.ts';
import type { GapKey } from '../simulator/environment/gaps/gaps.ts';
import { createExploration } from './exploration.ts';
import type { Cell, PlannedRun } from './model.ts';
import { formatCell, parseCell } from './plan/cell-text.ts';
import type { PlanOptions } from './plan/plan.ts';

const textsOf = (found: readonly { readonly cell: Cell }[]) => found.map(({ cell }) => formatCell(cell));
const list = (...touched: readonly GapKey[]): Step => ({ operation: 'listOrders', gaps: touched });
const cancel: Step = { operation: 'cancelOrder', changes: { cancel: 'cancelled' } };

function client(outcome: SyntheticClient['outcome'], ...steps: readonly Step[]): SyntheticClient {
  return { steps: () => steps, outcome };
}

/** Runs cell after cell until `times` runs have ended. */
function exploreSome(one: SyntheticClient, times: number, options: PlanOptions = {}) {
  const exploration = createExploration(options);
  for (let at = 0; at < times; at++) exploration.record(runOnce(one, exploration.next() as PlannedRun));
  return exploration;
}

test('a client without a request ends the matrix at once', () => {
  const result = explore(client(() => 'passed'));
  expect(result.baseline).toEqual({ kind: 'no-requests' });
  expect(result.runs).toHaveLength(1);
});

test('a client that relies on no gap is disturbed by faults only', () => {
  const result = explore(client(() => 'passed', list()));
  expect(result.reliance).toEqual([]);
  expect(new Set(result.runs.map(({ run }) => run.purpose))).toEqual(new Set(['baseline', 'fault']));
});

test('a failing choice is run until it failed three times, a passing one once', () => {
  const result = explore(
    client(({ choice }) => (choice('etag') === 'on' ? 'failed' : 'passed'), list('etag', 'cors')),
    {
      faults: false,
    },
  );
  const times = (text: string) => result.runs.filter(({ run }) => formatCell(run.cell) === text).length;
  expect([times('etag=on'), times('cors=on'), times('baseline')]).toEqual([3, 1, 3]);
  expect(result.dependences[0]).toMatchObject({ runs: [4, 5, 6], outcome: { kind: 'failed' } });
});

test('a client that hangs under a fault is run under it twice, and hangs if it is met', () => {
  const hangs = ({ fired }: View) => (fired.includes('listOrders:1:unavailable') ? 'hung' : 'passed');
  const result = explore(client(hangs, list()));
  expect(textsOf(result.faultCauses)).toEqual(['listOrders:1:unavailable']);
  expect(result.faultCauses[0]).toMatchObject({ outcome: { kind: 'hung' }, runs: { length: 2 } });
});

test('a client that loses an order after a lost response fails under that fault only', () => {
  const lost = ({ fired }: View) =>
    fired.includes('cancelOrder:1:reset-after-commit') ? 'failed' : 'passed';
  const result = explore(client(lost, list(), cancel));
  expect(textsOf(result.faultCauses)).toEqual(['cancelOrder:1:reset-after-commit']);
  expect(result.dependences).toEqual([]);
  expect(result.faults.every(({ fired }) => fired)).toBe(true);
  expect(result.faults.filter(({ outcome }) => outcome.kind === 'failed')).toHaveLength(1);
});

test('a retry that is disturbed as well is reduced to both faults', () => {
  const both = ['cancelOrder:1:unavailable', 'cancelOrder:2:reset-before-commit'];
  const result = explore(
    client(({ fired }) => (both.every((point) => fired.includes(point)) ? 'failed' : 'passed'), {
      ...cancel,
      retries: true,
    }),
  );
  expect(textsOf(result.faultCauses)).toEqual([both.join(' + ')]);
});

test('a fault that did not fire is no cause, whatever the outcome', () => {
  const steps: SyntheticClient['steps'] = ({ run }) => (run.cell.faults.length === 0 ? [cancel] : [list()]);
  const result = explore({
    steps,
    outcome: ({ run }) => (run.cell.faults.length === 0 ? 'passed' : 'failed'),
  });
  expect(result.faultCauses).toEqual([]);
  expect(result.faults.length).toBeGreaterThan(0);
  expect(result.faults.every(({ fired }) => !fired)).toBe(true);
});

test('a choice that leads to reliance on another gap extends the plan', () => {
  const steps: SyntheticClient['steps'] = ({ choice }) =>
    choice('etag') === 'on' ? [list('etag', 'list-compression')] : [list('etag')];
  const result = explore(
    { steps, outcome: ({ choice }) => (choice('list-compression') === 'on' ? 'failed' : 'passed') },
    { faults: false },
  );
  expect(textsOf(result.dependences)).toEqual(['list-compression=on']);
  expect(result.reliance).toMatchObject([
    { gap: 'etag' },
    { gap: 'list-compression', choice: 'off', exchanges: 1 },
  ]);
});

test('a gap that every environment chose itself is not varied, and reported', () => {
  const pinned = (environment: string) => ({ kind: 'pinned' as const, environment, gaps: { etag: 'off' } });
  const steps = ['one', 'two'].map((environment): Step => ({ ...list('etag'), environment }));
  const all = explore(
    { ...client(() => 'passed', ...steps), pinned: [pinned('one'), pinned('two')] },
    { faults: false },
  );
  expect(all.runs).toHaveLength(3);
  expect(all.reliance).toMatchObject([{ gap: 'etag', pinnedIn: ['one', 'two'] }]);
  const half = explore({ ...client(() => 'passed', ...steps), pinned: [pinned('one')] }, { faults: false });
  expect(half.runs).toHaveLength(4);
  expect(half.reliance).toMatchObject([
    { gap: 'etag', pinnedIn: ['one'], exchanges: 2, operations: ['listOrders'] },
  ]);
});

test('only the given cells are run beside the baseline, and reduced', () => {
  const only = [parseCell('etag=on + cors=on')];
  const result = explore(
    client(
      ({ choice }) => (choice('cors') === 'on' ? 'failed' : 'passed'),
      list('etag', 'cors', 'list-order'),
    ),
    { only },
  );
  expect(textsOf(result.dependences)).toEqual(['cors=on']);
  const cells = new Set(result.runs.map(({ run }) => formatCell(run.cell)));
  expect(cells).toEqual(new Set(['baseline', 'cors=on + etag=on', 'cors=on']));
});

test('a stopped exploration says what it found and what it left out', () => {
  const one = client(
    ({ choice }) => (choice('cancelled-in-list') === 'remove' ? 'failed' : 'passed'),
    ...several,
  );
  const exploration = exploreSome(one, 9);
  exploration.stop('budget');
  expect(exploration.next()).toBe('done');
  const { stopped, dependences, leftOut, runs } = exploration.result();
  const all = textsOf(explore(one).runs.map(({ run }) => run));
  expect(stopped).toBe('budget');
  expect(runs).toHaveLength(9);
  expect(textsOf(dependences)).toEqual(['cancelled-in-list=remove']);
  const left = leftOut.map(formatCell);
  expect(left.length).toBeGreaterThan(10);
  for (const text of all.slice(9).filter((text) => !text.includes(' + '))) expect(left).toContain(text);
});

test('stopped before its baseline is known, it has no finding and no plan', () => {
  const exploration = createExploration();
  exploration.next();
  exploration.stop('interrupted');
  expect(exploration.result()).toMatchObject({
    runs: [],
    dependences: [],
    leftOut: [],
    stopped: 'interrupted',
  });
});

test('several runs can be started before one is recorded, and none waits without need', () => {
  const one = client(() => 'passed', ...several);
  const exploration = createExploration();
  const first = [exploration.next(), exploration.next(), exploration.next()] as PlannedRun[];
  expect(first.map(({ purpose }) => purpose)).toEqual(['baseline', 'baseline', 'baseline']);
  expect(exploration.next()).toBe('wait');
  for (const run of first) exploration.record(runOnce(one, run));
  const cells = Array.from({ length: 10 }, () => formatCell((exploration.next() as PlannedRun).cell));
  expect(new Set(cells).size).toBe(10);
  expect(cells).not.toContain('baseline');
});

test('the choices on which clients depend most come first, then the first faults, then pairs', () => {
  const result = explore(client(() => 'passed', ...several));
  const purposes = result.runs.map(({ run }) => run.purpose);
  expect(result.runs.slice(3, 8).map(({ run }) => formatCell(run.cell))).toContain(
    'cancelled-in-list=remove',
  );
  expect(purposes.lastIndexOf('choice')).toBeLessThan(purposes.indexOf('fault'));
  expect(purposes.indexOf('fault')).toBeLessThan(purposes.indexOf('pairs'));
});

test('the progress counts runs and failing cells, and knows how long a run lasts', () => {
  const one = client(({ choice }) => (choice('etag') === 'on' ? 'failed' : 'passed'), list('etag', 'cors'));
  expect(createExploration().progress()).toEqual({ ended: 0, planned: 3, failing: 0, runMs: undefined });
  const exploration = exploreSome(one, 4);
  expect(exploration.progress()).toMatchObject({ ended: 4, runMs: 100 });
  expect(exploration.progress().planned).toBeGreaterThan(5);
});

test('a run that was not planned cannot be recorded', () => {
  const exploration = createExploration();
  const run = { id: 7, purpose: 'baseline', cell: { gaps: {}, faults: [] } } as const;
  expect(() =>
    exploration.record(
      runOnce(
        client(() => 'passed'),
        run,
      ),
    ),
  ).toThrow('run 7');
});

test.each([
  ['one request', [list('etag', 'cors')], 48],
  ['a request and a cancel', [list('etag', 'cors'), cancel], 72],
  ['everything', everything, 144],
])('the runs of tests that always pass and make %s are announced after the first run', (_, steps, most) => {
  const passing = client(() => 'passed', ...steps);
  expect(exploreSome(passing, 1).estimate()).toEqual({ ifAllPass: explore(passing).runs.length, most });
});

test('the runs that are announced do not count faults where there are none', () => {
  const passing = client(() => 'passed', ...several);
  const { runs } = explore(passing, { faults: false });
  expect(exploreSome(passing, 1, { faults: false }).estimate()?.ifAllPass).toBe(runs.length);
});

test('nothing is announced before a run of the baseline passed', () => {
  expect(
    exploreSome(
      client(() => 'failed', list()),
      2,
    ).estimate(),
  ).toBeUndefined();
});

test('every fault is tried once before a failure under one of them is confirmed', () => {
  const lost = ({ fired }: View) => (fired.includes('cancelOrder:1:unavailable') ? 'failed' : 'passed');
  const { runs } = explore(client(lost, list(), cancel));
  const cells = runs.map(({ run }) => formatCell(run.cell));
  const others = cells.filter((cell) => cell !== 'cancelOrder:1:unavailable');
  expect(cells.indexOf('cancelOrder:1:unavailable')).toBeLessThan(cells.lastIndexOf(others.at(-1) ?? ''));
  expect(cells.slice(-2)).toEqual(Array(2).fill('cancelOrder:1:unavailable'));
});

test('the progress counts each failing cell once', () => {
  const etag = client(({ choice }) => (choice('etag') === 'on' ? 'failed' : 'passed'), list('etag'));
  const exploration = exploreSome(etag, explore(etag).runs.length - 1);
  expect(exploration.progress()).toMatchObject({ failing: 1, runMs: 100 });
});
