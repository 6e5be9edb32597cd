/** Builds the portable archive: a folder with the program and Node.js, for this platform. `npm run build:archive [-- FOLDER]`. */
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle/bundle.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What the program reads below its package, besides its own files. */
export const readByProgram: readonly string[] = [
  'package.json',
  'openapi',
  'scenarios',
  'examples/init',
  'docs/reference/assumptions.md',
];

/** Builds the archive into a folder, which it empties first. Returns the file of the launcher. */
export async function buildArchive(folder: string): Promise<string> {
  const isWindows = process.platform === 'win32';
  rmSync(folder, { recursive: true, force: true });
  for (const file of [...readByProgram, 'LICENSE'])
    cpSync(`${root}${file}`, join(folder, file), { recursive: true });
  await bundle(join(folder, 'dist'));
  copyFileSync(process.execPath, join(folder, isWindows ? 'node.exe' : 'node'));
  const packages = readFileSync(join(folder, 'dist/licences.txt'), 'utf8');
  writeFileSync(join(folder, 'licences.txt'), `${packages}\n${readFileSync(licenceOfNode(), 'utf8')}`);
  const launcher = join(folder, isWindows ? 'store-orders-sim.cmd' : 'store-orders-sim');
  copyFileSync(`${root}scripts/archive/${basename(launcher)}`, launcher);
  return launcher;
}

/** The licence is beside the `bin` folder of Node.js, or on Windows beside the program. */
function licenceOfNode(): string {
  const folder = dirname(process.execPath);
  const file = [join(folder, '../LICENSE'), join(folder, 'LICENSE')].find((one) => existsSync(one));
  if (file === undefined) throw new Error(`no LICENSE beside ${process.execPath}: use a release of Node.js`);
  return file;
}

if (import.meta.main) await buildArchive(resolve(process.argv[2] ?? 'archive'));
