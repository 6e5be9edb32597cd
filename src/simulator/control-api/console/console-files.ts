import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadOnce } from '../../../load-once.ts';
import { packageRoot } from '../../../version.ts';

/** The files of the console by name: `index.html`, and scripts and style sheets whose names contain a hash. */
export type BuiltConsole = ReadonlyMap<string, Buffer>;

/** Returns the files, which are read or built only once. Rejects if they cannot be built. */
export type ConsoleFiles = () => Promise<BuiltConsole>;

/** Creates the files of the console of this package. */
export function createConsoleFiles(build: ConsoleFiles = readOwnConsole): ConsoleFiles {
  return loadOnce(build);
}

/** The package and the image contain the files. Where the sources run, they are built now. */
function readOwnConsole(): Promise<BuiltConsole> {
  return import.meta.url.endsWith('.ts')
    ? buildFromSources()
    : readFolder(fileURLToPath(new URL('dist/console', packageRoot)));
}

async function buildFromSources(): Promise<BuiltConsole> {
  // Not a literal, so that no bundle contains the script.
  const script = new URL('scripts/build-console.ts', packageRoot).href;
  const { buildConsole }: { buildConsole(outDir: string): Promise<void> } = await import(script);
  const folder = await mkdtemp(join(tmpdir(), 'store-orders-sim-console-'));
  try {
    await buildConsole(folder);
    return await readFolder(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readFolder(folder: string): Promise<BuiltConsole> {
  const names = await readdir(folder);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}
