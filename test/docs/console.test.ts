import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startSimulator } from '../../src/index.ts';
import { packageRoot } from '../../src/version.ts';
import { hasCurl } from '../helpers/has-curl.ts';
import { runSession, sessionOf } from '../helpers/page-session.ts';

const sessions = globSync(['README.md', 'docs/**/*.md'], {
  cwd: fileURLToPath(packageRoot),
  exclude: ['**/node_modules'],
})
  .map((page) => [page, sessionOf(page)] as const)
  .filter(([, session]) => session.length > 0);

test.runIf(hasCurl).each(sessions)(
  'the session in %s has the output that it shows',
  async (_page, session) => {
    await using simulator = await startSimulator({ controlToken: 'token-for-tests' });
    const outputs = await runSession(session, {
      origin: new URL(simulator.baseUrl).origin,
      controlUrl: simulator.controlUrl ?? '',
    });
    expect(outputs).toEqual(session.map(({ output }) => output));
  },
);

test('the README and the start page have sessions', () => {
  expect(sessions.map(([page]) => page)).toEqual(
    expect.arrayContaining(['README.md', 'docs/start/index.md']),
  );
});
