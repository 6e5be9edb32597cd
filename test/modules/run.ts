import { spawnSync } from 'node:child_process';
import { runs } from '../examples/projects/project.ts';
import { hasTools, languages } from './languages.ts';

/**
 * Runs the tests of the modules with their own tools, with the program of the npm package and, if there is a Docker engine,
 * with containers. Prints what is left out because a tool is missing, and does not fail for it.
 */
for (const { name, needs } of languages.filter((language) => !hasTools(language)))
  console.error(`\n  !!!  NOT RUN: modules/${name}. It needs ${needs}.\n`);
const docker = runs(['docker', 'info']);
if (!docker) console.error('\n  !!!  NOT RUN: the modules with containers. They need a Docker engine.\n');
const { status } = spawnSync('vitest', ['run', '--project', 'modules', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, SIM_TEST_RUN: `${process.pid}`, WITH_DOCKER: docker ? '1' : '' },
});
process.exitCode = status ?? 1;
