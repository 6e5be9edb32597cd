import { expect, test } from 'vitest';
import type { EndedRun, PlannedRun, Purpose, StopReason } from '../model.ts';
import type { CellRun } from './run-cell.ts';
import { type MatrixOptions, runMatrix } from './run-matrix.ts';

const passed: CellRun = { outcome: { kind: 'passed' }, records: [], ms: 1, output: '' };

/** Plans runs with the given purposes, and notes what happens to them. */
function anExploration(purposes: readonly Purpose[]) {
  const ended: EndedRun[] = [];
  const stops: StopReason[] = [];
  let planned = 0;
  return {
    ended,
    stops,
    next: (): PlannedRun | 'wait' | 'done' => {
      const purpose = stops.length > 0 ? undefined : purposes[planned];
      if (purpose !== undefined) return { id: ++planned, purpose, cell: { gaps: {}, faults: [] } };
      return stops.length === 0 && ended.length < planned ? 'wait' : 'done';
    },
    record: (run: EndedRun) => void ended.push(run),
    stop: (reason: StopReason) => void stops.push(reason),
  };
}

const run = (exploration: ReturnType<typeof anExploration>, options: Partial<MatrixOptions>) =>
  runMatrix(exploration, {
    jobs: 2,
    now: () => 0,
    signal: new AbortController().signal,
    execute: async () => passed,
    ...options,
  });

test('executes as many runs beside each other as there are jobs', async () => {
  const exploration = anExploration(Array(7).fill('choice'));
  let [running, most] = [0, 0];
  const execute: MatrixOptions['execute'] = async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    return passed;
  };
  await run(exploration, { jobs: 3, execute });
  expect(exploration.ended).toHaveLength(7);
  expect(most).toBe(3);
});

test('begins no run after the budget, except the baseline and one cell', async () => {
  const exploration = anExploration(['baseline', 'baseline', 'baseline', 'choice', 'choice', 'choice']);
  await run(exploration, { budgetMs: 0, jobs: 1 });
  expect(exploration.ended.map(({ run: { purpose } }) => purpose)).toEqual([
    'baseline',
    'baseline',
    'baseline',
    'choice',
  ]);
  expect(exploration.stops).toEqual(['budget']);
});

test('begins no run beyond the most that were announced', async () => {
  const exploration = anExploration(['baseline', 'baseline', 'baseline', 'choice', 'choice', 'choice']);
  await run(exploration, { mostRuns: () => 4, jobs: 1 });
  expect(exploration.ended).toHaveLength(4);
  expect(exploration.stops).toEqual(['too-many-runs']);
});

test('an interrupted run is not recorded', async () => {
  const exploration = anExploration(['baseline', 'choice', 'choice']);
  const stop = new AbortController();
  const execute: MatrixOptions['execute'] = async ({ id }, signal) => {
    if (id === 1) return passed;
    stop.abort();
    return signal.aborted ? { ...passed, outcome: 'interrupted' } : passed;
  };
  await run(exploration, { jobs: 1, signal: stop.signal, execute });
  expect(exploration.ended).toHaveLength(1);
  expect(exploration.stops).toEqual(['interrupted']);
});

test('ends the other runs if one cannot start', async () => {
  const exploration = anExploration(['baseline', 'baseline', 'baseline']);
  let interrupted = 0;
  const execute: MatrixOptions['execute'] = ({ id }, signal) =>
    id === 2
      ? Promise.reject(new Error('cannot start'))
      : new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            interrupted++;
            resolve({ ...passed, outcome: 'interrupted' });
          }),
        );
  await expect(run(exploration, { execute })).rejects.toThrow('cannot start');
  expect(interrupted).toBe(1);
});

test('does not wait for ever for an exploration that waits for nothing', async () => {
  const exploration = { ...anExploration([]), next: () => 'wait' as const };
  await expect(run(exploration, {})).rejects.toThrow(/none is in progress/);
});
