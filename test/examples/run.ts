import { spawnSync } from 'node:child_process';
import { hasToolchain } from './projects/project.ts';
import { projects } from './projects/projects.ts';

/**
 * Runs the projects and the test helpers in `examples/` with their own tools. Prints which projects are
 * left out because a tool is missing, and does not fail for them.
 */
for (const { name, needs } of projects.filter((project) => !hasToolchain(project)))
  console.error(`\n  !!!  NOT RUN: examples/${name}. It needs ${needs}.\n`);
const args = ['run', '--project', 'examples', ...process.argv.slice(2)];
process.exitCode = spawnSync('vitest', args, { stdio: 'inherit' }).status ?? 1;
