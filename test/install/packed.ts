import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { buildPackage } from '../../scripts/build.ts';
import { packageRoot } from '../../src/version.ts';
import { project } from './smoke.ts';
import { run } from './tools.ts';

/** Builds the package, and returns the path of its tarball in `folder`. */
export async function pack(folder: string): Promise<string> {
  const root = fileURLToPath(packageRoot);
  await buildPackage(`${root}dist`);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  return join(folder, JSON.parse(stdout)[0].filename);
}

/** Makes a project outside this repository, for one test. */
export function foreignProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'home'));
  for (const [name, text] of Object.entries(project)) writeFileSync(join(folder, name), text);
  return folder;
}

/** The installed packages below a folder `node_modules`, and their bytes. */
export function measure(modules: string): { readonly packages: number; readonly bytes: number } {
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
  const manifests = files.filter((file) =>
    /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@.]+\/package\.json$/.test(file),
  );
  const sizes = files.map((file) => statSync(join(modules, file))).map((it) => (it.isFile() ? it.size : 0));
  return { packages: manifests.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
