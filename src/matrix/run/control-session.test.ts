import { expect, test } from 'vitest';
import { randomFrom, runOnce, type Step } from '../../../test/support/synthetic-client.ts';
import { isBaseline } from '../plan/cell.ts';
import { openMatrixSession } from './control-session.ts';

test('a matrix over the control API ends, also if the tests are flaky', async () => {
  const list: Step = { operation: 'listOrders', gaps: ['cancelled-in-list'], retries: true };
  const session = openMatrixSession({ faults: true, only: undefined, command: ['npm', 'test'] });
  const random = randomFrom(1);
  let runs = 0;
  for (let step = await session.next(); step !== undefined; step = await session.next()) {
    const { records, ms } = runOnce({ steps: () => [list, list], outcome: () => 'passed' }, step.run);
    const passes = isBaseline(step.run.cell) || random() > 0.9;
    await session.end(step.run, { outcome: passes ? 'passed' : 'failed', tests: [], records, ms });
    runs++;
  }
  expect(runs).toBeGreaterThan(session.progress().estimate?.ifAllPass ?? 0);
  expect(runs).toBeLessThan(100);
  expect(JSON.parse(session.report('json', [])).stopped).toBeNull();
});
