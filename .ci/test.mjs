// Runs the tests of one stage: `node .ci/test.mjs STAGE [FILE…] [OPTION…]`. `npm test` is the stage `test`: the unit and the
// integration tests, which need only Node. Prints what failed, and the sum.
import { spawnSync } from 'node:child_process';

const [stage, ...args] = process.argv.slice(2);
const projects = ['test', 'seeds'].includes(stage) ? ['unit', 'integration'] : [stage];
// vitest writes colours also to a file.
if (!process.stdout.isTTY) process.env.NO_COLOR ??= '1';
const run = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=minimal', '--silent=passed-only'];
const { status } = spawnSync(
  process.execPath,
  [...run, ...projects.flatMap((name) => ['--project', name]), ...args],
  { stdio: 'inherit' },
);
if (stage === 'test') console.log('The other tests, and how to run them: CONTRIBUTING.md, "Tests"');
process.exitCode = status ?? 1;
