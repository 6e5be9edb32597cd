import { spawnSync } from 'node:child_process';

/**
 * Runs the tests in containers. Where no Docker engine can be had they are left out, which is said and is no failure; with
 * an engine, whatever goes wrong is one.
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
