import { expect, test } from 'vitest';
import { startSimulator } from '../../../../src/index.ts';
import { runSession, sessionOf } from '../../../support/page-session.ts';

test('the session in docs/guides/matrix.md has the output that it shows', async () => {
  const session = sessionOf('docs/guides/matrix.md');
  expect(session.length).toBeGreaterThan(0);
  await using simulator = await startSimulator();
  const origin = new URL(simulator.baseUrl).origin;
  const outputs = await runSession(session, { origin, controlUrl: simulator.controlUrl ?? '' });
  expect(outputs).toEqual(session.map(({ output }) => output));
});
