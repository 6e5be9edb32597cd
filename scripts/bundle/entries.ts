import { chmod, readFile, writeFile } from 'node:fs/promises';
import { posix, relative } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';

/** The entries that users import, by their files in `src/` and `dist/`, without the extension. */
export const entries = ['index', 'client/index', 'check/index', 'testcontainers/index'] as const;

/**
 * Writes what the bundles in `outdir` load first: it reports in one sentence that Node.js is too old, before code runs that an
 * old one cannot run.
 */
export async function writeNodeChecks(root: string, outdir: string): Promise<void> {
  const { engines } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
  const options = {
    bundle: true,
    absWorkingDir: `${root}scripts/bundle`,
    define: { neededNode: JSON.stringify(engines.node.replace('>=', '')) },
    target: 'node12',
    logLevel: 'warning',
  } satisfies BuildOptions;
  const command = `${outdir}/cli/main.cjs`;
  const program = { ...options, platform: 'node', external: ['./program.cjs'] } satisfies BuildOptions;
  await build({ ...program, entryPoints: ['main.cjs'], outfile: command });
  await chmod(command, 0o755);
  const check = { ...options, entryPoints: ['refuse-old-node.cjs'] };
  await build({ ...check, format: 'cjs', outfile: `${outdir}/refuse-old-node.cjs` });
}

/** Makes the check of Node.js the first that each entry loads, and adds the entries for `import`. */
export async function writeEntries(outdir: string, { outputs }: Metafile, root: string): Promise<void> {
  for (const entry of entries) {
    const file = `${outdir}/${entry}.cjs`;
    const check = `./${posix.relative(posix.dirname(entry), 'refuse-old-node')}`.replace('./..', '..');
    await writeFile(file, `require("${check}.cjs");${await readFile(file, 'utf8')}`);
    const names = outputs[relative(root, file)]?.exports ?? [];
    const [folder, name] = [posix.dirname(entry), entry === 'client/index' ? 'node' : 'index'];
    await writeFile(`${outdir}/${folder}/${name}.js`, `export{${names.join()}}from"./index.cjs";\n`);
  }
}
