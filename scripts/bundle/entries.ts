import { chmod, readFile, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

/** The entries that users import, by their files in `src/` and `dist/`, without the extension. */
export const entries = ['index', 'client/index', 'check/index', 'testcontainers/index'] as const;

/**
 * Writes what users start and import, around the bundles in `outdir`: each says in one sentence that Node.js is too old,
 * before it loads code that an old one cannot run.
 */
export async function writeEntries(root: string, outdir: string): Promise<void> {
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
  await build({ ...check, format: 'esm', outfile: `${outdir}/refuse-old-node.js` });
  for (const entry of entries) await writeEntry(outdir, entry);
}

/** Makes the check the first import of an entry, and adds a form for `require()`, which warns in no version of Node.js. */
async function writeEntry(outdir: string, entry: string): Promise<void> {
  const check = `./${posix.relative(posix.dirname(entry), 'refuse-old-node')}`.replace('./..', '..');
  const text = await readFile(`${outdir}/${entry}.js`, 'utf8');
  await writeFile(`${outdir}/${entry}.js`, `import"${check}.js";${text}`);
  const load = `require('${check}.cjs');\nmodule.exports = require('./index.js');\n`;
  await writeFile(`${outdir}/${entry}.cjs`, `'use strict';\n${load}`);
}
