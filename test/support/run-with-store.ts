import { spawnSync } from 'node:child_process';
import { StoreServer, storeProgram } from '../nightly/store/store-server.ts';

/** Runs the tests of the service, the control API, the console and MCP with three processes of a store, which serve in turn. */
const suites = ['simulator', 'faults', 'console', 'mcp', 'client'].map((folder) => `test/${folder}/`);

if (storeProgram === undefined) {
  console.error('NOT RUN: the tests with a shared store. They need redis-server or valkey-server.');
} else {
  await using store = await StoreServer.start({ appendonly: 'no' });
  const { status } = spawnSync(
    'vitest',
    ['run', '--project', 'sockets', ...suites, ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_STORE: store.url, TEST_STORE_PROCESSES: '3' },
    },
  );
  process.exitCode = status ?? 1;
}
