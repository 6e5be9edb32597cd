// Reads the JSON report of `npm test` in another clone, and runs the files here of which it skipped a test: a machine without
// ShellCheck, curl and Python skips those that need them.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const files = testResults
  .filter(({ assertionResults }) =>
    assertionResults.some(({ status }) => /^(?:skipped|pending)$/.test(status)),
  )
  .map(({ name }) => /(?:src|test)\/.*$/.exec(name)?.[0] ?? name);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'sockets'];
if (files.length > 0)
  process.exitCode = spawnSync(process.execPath, [...vitest, ...files], { stdio: 'inherit' }).status ?? 1;
