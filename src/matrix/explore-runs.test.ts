import { expect, test } from 'vitest';
import {
  client,
  everything,
  explore,
  list,
  runOnce,
  type Step,
  type SyntheticClient,
  several,
  textsOf,
  type View,
} from '../../test/support/synthetic-client.ts';
import { explore as exploreRuns } from './explore.ts';
import type { PlannedRun } from './model.ts';
import { formatCell, parseCell } from './plan/cell.ts';

const cancel: Step = { operation: 'cancelOrder', changes: { cancel: 'cancelled' } };

test('a client without a request ends the matrix at once', async () => {
  const result = await explore(client(() => 'passed'));
  expect(result.baseline).toEqual({ kind: 'no-requests' });
  expect(result.runs).toHaveLength(1);
});

test('a failing choice is run until it failed three times, a passing one once', async () => {
  const result = await explore(
    client(({ choice }) => (choice('etag') === 'on' ? 'failed' : 'passed'), list('etag', 'cors')),
    {
      faults: false,
    },
  );
  const times = (text: string) => result.runs.filter(({ run }) => formatCell(run.cell) === text).length;
  expect([times('etag=on'), times('cors=on'), times('baseline')]).toEqual([3, 1, 3]);
  expect(result.assumptions[0]).toMatchObject({ runs: [4, 6, 7], outcome: { kind: 'failed' } });
});

test('a client that hangs under a fault is run under it twice, and hangs if it is met', async () => {
  const hangs = ({ fired }: View) => (fired.includes('listOrders:1:unavailable') ? 'hung' : 'passed');
  const result = await explore(client(hangs, list()));
  expect(textsOf(result.faultCauses)).toEqual(['listOrders:1:unavailable']);
  expect(result.faultCauses[0]).toMatchObject({ outcome: { kind: 'hung' }, runs: { length: 2 } });
});

test('a retry that is disturbed as well is reduced to both faults', async () => {
  const both = ['cancelOrder:1:unavailable', 'cancelOrder:2:reset-before-commit'];
  const result = await explore(
    client(({ fired }) => (both.every((point) => fired.includes(point)) ? 'failed' : 'passed'), {
      ...cancel,
      retries: true,
    }),
  );
  expect(textsOf(result.faultCauses)).toEqual([both.join(' + ')]);
});

test('a fault that did not fire is no cause, whatever the outcome', async () => {
  const steps: SyntheticClient['steps'] = ({ run }) => (run.cell.faults.length === 0 ? [cancel] : [list()]);
  const result = await explore({
    steps,
    outcome: ({ run }) => (run.cell.faults.length === 0 ? 'passed' : 'failed'),
  });
  expect(result.faultCauses).toEqual([]);
  expect(result.noEffect.map(formatCell)).toContain('cancelOrder:1:reset-after-commit');
});

test('a choice that leads to reliance on another gap extends the plan', async () => {
  const steps: SyntheticClient['steps'] = ({ choice }) =>
    choice('etag') === 'on' ? [list('etag', 'list-compression')] : [list('etag')];
  const result = await explore(
    { steps, outcome: ({ choice }) => (choice('list-compression') === 'on' ? 'failed' : 'passed') },
    { faults: false },
  );
  expect(textsOf(result.assumptions)).toEqual(['list-compression=on']);
  expect(result.reliance).toMatchObject([
    { gap: 'etag' },
    { gap: 'list-compression', choice: 'off', exchanges: 1 },
  ]);
});

test('a gap that every environment chose itself is not varied, and reported', async () => {
  const pinned = (environment: string) => ({ kind: 'pinned' as const, environment, gaps: { etag: 'off' } });
  const steps = ['one', 'two'].map((environment): Step => ({ ...list('etag'), environment }));
  const all = await explore(
    { ...client(() => 'passed', ...steps), pinned: [pinned('one'), pinned('two')] },
    { faults: false },
  );
  expect(all.runs).toHaveLength(3);
  expect(all.reliance).toMatchObject([{ gap: 'etag', pinnedIn: ['one', 'two'] }]);
  const half = await explore(
    { ...client(() => 'passed', ...steps), pinned: [pinned('one')] },
    { faults: false },
  );
  expect(half.runs).toHaveLength(4);
  expect(half.reliance).toMatchObject([{ gap: 'etag', pinnedIn: ['one'], exchanges: 2 }]);
});

test('only the given cells are run beside the baseline, and reduced', async () => {
  const only = [parseCell('etag=on + cors=on')];
  const result = await explore(
    client(
      ({ choice }) => (choice('cors') === 'on' ? 'failed' : 'passed'),
      list('etag', 'cors', 'list-order'),
    ),
    { only },
  );
  expect(textsOf(result.assumptions)).toEqual(['cors=on']);
  const cells = new Set(result.runs.map(({ run }) => formatCell(run.cell)));
  expect(cells).toEqual(new Set(['baseline', 'cors=on + etag=on', 'cors=on', 'etag=on']));
});

test.each([
  ['one request', true, [list('etag', 'cors')]],
  ['a request and a cancel', true, [list('etag', 'cors'), cancel]],
  ['everything', true, everything],
  ['several requests, without faults', false, several],
])('the runs of tests that always pass and make %s are announced', async (_, faults, steps) => {
  const passing = client(() => 'passed', ...steps);
  const announced: number[] = [];
  const onEstimate = (runs: number): void => void announced.push(runs);
  const { runs } = await exploreRuns(async (run) => runOnce(passing, run), { faults, onEstimate });
  expect(announced).toEqual([runs.length]);
});

test('a stopped exploration says what it found and what it left out', async () => {
  const one = client(
    ({ choice }) => (choice('cancelled-in-list') === 'remove' ? 'failed' : 'passed'),
    ...several,
  );
  let begun = 0;
  const most = several.length + 30;
  const execute = async (run: PlannedRun) => (begun++ < most ? runOnce(one, run) : undefined);
  const result = await exploreRuns(execute, { stopped: () => (begun > most ? 'budget' : undefined) });
  expect(result.stopped).toBe('budget');
  expect(result.runs).toHaveLength(most);
  expect(textsOf(result.assumptions)).toEqual(['cancelled-in-list=remove']);
  const left = result.leftOut.map(formatCell);
  expect(left.length).toBeGreaterThan(3);
  for (const { run } of result.runs) expect(left).not.toContain(formatCell(run.cell));
});

test('no more runs are in progress than there are jobs, and the cells do not wait for each other', async () => {
  const one = client(() => 'passed', ...several);
  let active = 0;
  const seen: number[] = [];
  const execute = async (run: PlannedRun) => {
    seen.push(++active);
    await new Promise(setImmediate);
    active--;
    return runOnce(one, run);
  };
  await exploreRuns(execute, { jobs: 4 });
  expect(Math.max(...seen)).toBe(4);
  expect(seen.filter((number) => number === 4).length).toBeGreaterThan(seen.length / 2);
});

test('a run that cannot start ends the exploration', async () => {
  await expect(exploreRuns(() => Promise.reject(new Error('no such file')))).rejects.toThrow('no such file');
});
