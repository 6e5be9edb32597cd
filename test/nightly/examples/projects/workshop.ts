import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../../../../scripts/build.ts';
import { startSimulator } from '../../../../src/index.ts';
import { packageRoot } from '../../../../src/version.ts';
import { copyProject } from '../set-up.ts';
import type { Project } from './project.ts';

const root = fileURLToPath(packageRoot);
const token = 'token-for-tests';

export type Ran = { readonly code: number; readonly output: string };

/** A folder with a copy of a project in which commands run against a simulator. */
export type Workshop = AsyncDisposable & {
  readonly folder: string;
  /** Runs a command in the copy. A variable that is undefined is removed. */
  run(command: readonly string[], variables?: Readonly<Record<string, string | undefined>>): Promise<Ran>;
  readonly simulator: Awaited<ReturnType<typeof startSimulator>>;
};

/** Copies a project as a user would, and starts a simulator for it. */
export async function openWorkshop(project: Project): Promise<Workshop> {
  const parent = mkdtempSync(join(tmpdir(), `example-${project.name}-`));
  const folder = copyProject(project.name, parent);
  const simulator = await startSimulator({ controlToken: token });
  const env = {
    ...process.env,
    NO_COLOR: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    NODE_OPTIONS: undefined,
    // The `python3` that has the packages of the project.
    PATH: `${process.env.EXAMPLES_INSTALLED}/examples/pytest/.venv/bin:${process.env.PATH}`,
    // Each JVM lives for a second.
    JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto',
    STORE_ORDERS_CONTROL_URL: simulator.controlUrl,
    STORE_ORDERS_CONTROL_TOKEN: token,
  };
  const run: Workshop['run'] = ([program = '', ...args], variables = {}) =>
    end(program, args, folder, { ...env, ...variables });
  if (project.command[0] === 'npm') await installPackages(parent, folder, run);
  return {
    folder,
    run,
    simulator,
    async [Symbol.asyncDispose]() {
      await simulator.stop();
      await rm(parent, { recursive: true });
    },
  };
}

/** Installs what a Node project names: this package as it is built, and the rest from here or from the registry. */
async function installPackages(parent: string, folder: string, run: Workshop['run']): Promise<void> {
  const modules = join(parent, 'node_modules');
  const built = join(modules, 'store-orders-sim');
  mkdirSync(built, { recursive: true });
  cpSync(`${root}package.json`, join(built, 'package.json'));
  await buildPackage(join(built, 'dist'));
  for (const name of ['vitest', 'testcontainers', '.bin'])
    symlinkSync(`${root}node_modules/${name}`, join(modules, name));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { 'store-orders-sim': _, vitest: __, testcontainers: ___, ...others } = manifest.devDependencies;
  if (Object.keys(others).length === 0) return;
  const names = Object.entries(others).map(([name, version]) => `${name}@${version}`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies: {} }));
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { code, output } = await run(['npm', 'install', ...flags, ...names]);
  if (code !== 0) throw new Error(`npm install failed: ${output}`);
}

/** Runs a command to its end. */
export function end(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Ran> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
}
