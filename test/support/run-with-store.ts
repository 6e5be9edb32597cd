import { spawnSync } from 'node:child_process';
import { StoreServer } from '../nightly/store/store-server.ts';

/**
 * Runs the tests of the service, the control API, the console and MCP with a store. Needs
 * redis-server or valkey-server.
 */
const suites = ['simulator', 'faults', 'console', 'mcp', 'client'].map((folder) => `test/${folder}/`);

await using store = await StoreServer.start({ appendonly: 'no' });
const { status } = spawnSync(
  process.execPath,
  ['.ci/test.mjs', 'integration', ...suites, ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, TEST_STORE: store.url } },
);
process.exitCode = status ?? 1;
