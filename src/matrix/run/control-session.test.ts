import { expect, test } from 'vitest';
import { randomFrom, runOnce, type Step } from '../../../test/support/synthetic-client.ts';
import { isBaseline } from '../plan/cell.ts';
import { openMatrixSession } from './control-session.ts';

test('a matrix over the control API ends after as many runs as it announces, also if the tests are flaky', () => {
  const list: Step = { operation: 'listOrders', gaps: ['cancelled-in-list'], retries: true };
  const session = openMatrixSession({ faults: true, only: undefined, command: ['npm', 'test'] });
  const random = randomFrom(1);
  let runs = 0;
  for (let step = session.next(); step !== undefined; step = session.next()) {
    const { records, ms } = runOnce({ steps: () => [list, list], outcome: () => 'passed' }, step.run);
    const passes = isBaseline(step.run.cell) || random() > 0.9;
    session.end(step.run, { outcome: passes ? 'passed' : 'failed', tests: [], records, ms });
    runs++;
  }
  expect(runs).toBe(session.progress().estimate?.most);
  expect(JSON.parse(session.report('json', [])).stopped).toBe('too-many-runs');
});
