import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../version.ts';

/** Returns the files of the console by name: `index.html`, and scripts and style sheets whose names contain a hash. */
export type ConsoleFiles = () => Promise<ReadonlyMap<string, Buffer>>;

/** Reads the files of the package or the image. Where the sources run, they are built. */
export const readConsoleFiles: ConsoleFiles = async () => {
  if (!import.meta.url.endsWith('.ts'))
    return readFolder(fileURLToPath(new URL('dist/console', packageRoot)));
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
};

async function readFolder(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(folder);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}
