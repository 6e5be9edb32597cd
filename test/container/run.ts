import { spawnSync } from 'node:child_process';

/**
 * Runs the tests in containers. Without a Docker engine, prints that they did not run, and does not fail. With
 * an engine, every problem is a failure.
 */
const engine = spawnSync('docker', ['info'], { encoding: 'utf8' });
if (engine.status === 0) {
  const args = ['run', '--project', 'container', ...process.argv.slice(2)];
  const { status } = spawnSync('vitest', args, {
    stdio: 'inherit',
    env: { ...process.env, SIM_TEST_RUN: `${process.pid}` },
  });
  process.exitCode = status ?? 1;
} else {
  const why = engine.error?.message ?? engine.stderr.trim().split('\n').at(-1);
  console.error(`
  !!!  NOT RUN: the tests of the image, of the Testcontainers module and of the recipes in examples/.
  !!!  They need a Docker engine that \`docker info\` reaches: ${why}
`);
}
