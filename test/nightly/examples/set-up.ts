import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../src/version.ts';
import { projects } from './projects/projects.ts';

const root = fileURLToPath(packageRoot);
let folder: string;

/** Installs the modules that the projects use, as their READMEs say: once, because they share the place. */
export async function setup(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'examples-'));
  process.env.EXAMPLES_INSTALLED = folder;
  for (const { name, install } of projects) {
    const project = copyProject(name, folder);
    for (const [program = '', ...args] of install ?? [])
      execFileSync(program, args, { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true });
}

/** Copies a project and its module into a folder, with the path between them. Returns the project. */
export function copyProject(name: string, parent: string): string {
  const module = projects.find((one) => one.name === name)?.module;
  const built = /\/(?:target|\.venv|dist|\.pytest_cache|__pycache__)(?:\/|$)/;
  const filter = (source: string): boolean => !built.test(source.slice(root.length));
  if (module !== undefined)
    cpSync(`${root}modules/${module}`, join(parent, 'modules', module), { recursive: true, filter });
  const folder = join(parent, 'examples', name);
  cpSync(`${root}examples/${name}`, folder, { recursive: true, filter });
  return folder;
}
