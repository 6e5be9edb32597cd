/** Builds the console, the page of the control API: `node scripts/build-console.ts FOLDER`. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const source = 'src/console';

/**
 * Builds the console into a folder, and removes its previous content: `index.html`, a script, a style sheet and an icon
 * with a hash in their names, and `manifest.json`, which lists their names. Returns which sources are in which file.
 */
export async function buildConsole(outDir: string): Promise<Metafile> {
  await rm(outDir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { console: `${source}/main.tsx`, icon: `${source}/icon.svg` },
    outdir: outDir,
    entryNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // The image is built without the one of the project.
    tsconfigRaw: {},
    target: ['chrome123', 'firefox135', 'safari18.4'],
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    loader: { '.svg': 'copy' },
    metafile: true,
    logLevel: 'warning',
  });
  const files = Object.keys(metafile.outputs)
    .map((path) => basename(path))
    .sort();
  const named = (ending: string): string => files.find((name) => name.endsWith(ending)) ?? '';
  const page = (await readFile(`${root}${source}/index.html`, 'utf8'))
    .replace('{script}', named('.js'))
    .replace('{style}', named('.css'))
    .replace('{icon}', named('.svg'));
  await writeFile(resolve(outDir, 'index.html'), page);
  await writeFile(resolve(outDir, 'manifest.json'), `${JSON.stringify({ files })}\n`);
  return metafile;
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('usage: node scripts/build-console.ts FOLDER');
  await buildConsole(resolve(folder));
}
