/**
 * Bundles the program and the library: `node bundle.ts FOLDER`. The package, the image and the portable archive have the same
 * files. To load 500 modules one by one takes longer than everything else at the start. Our packages are in the bundle, in the
 * versions that were tested.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, transform } from 'esbuild';
import { writeJson } from '../../src/json/json.ts';
import { createCatalog } from '../../src/simulator/scenarios/catalog.ts';
import { buildConsole } from '../build-console.ts';
import { entries, writeEntries } from './entries.ts';
import { writeLicences } from './licences.ts';
import { withoutOldUrls } from './without-old-urls.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const shared = {
  target: 'node22.12',
  minifySyntax: true,
  minifyWhitespace: true,
  // They are in licences.txt.
  legalComments: 'none',
} satisfies BuildOptions;

const options = {
  ...shared,
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'warning',
  // The user installs it.
  external: ['testcontainers'],
  alias: {
    express: `${root}scripts/bundle/express.cjs`,
    // For Node the package offers many small files in CommonJS, of which a bundle cannot leave any out.
    yaml: `${root}node_modules/yaml/browser/index.js`,
    // Node's own prints a deprecation.
    punycode: `${root}node_modules/punycode/punycode.js`,
    // A bundler cannot follow the `require` of its main file.
    'jsonc-parser': `${root}node_modules/jsonc-parser/lib/esm/main.js`,
  },
  metafile: true,
} satisfies BuildOptions;

/**
 * The program and the entries that users import, with the parts that they share and those that are loaded only when they are
 * needed: CommonJS once `asCommonJs` has changed each file, because the bundler splits only ES modules. `import` gives the same
 * modules, so that a class or a process has no second copy.
 */
const whole = {
  ...options,
  entryPoints: ['cli/run', ...entries].map((name) => `src/${name}.ts`),
  outbase: 'src',
  splitting: true,
  outExtension: { '.js': '.cjs' },
  chunkNames: 'parts/[name]-[hash]',
  plugins: [withoutOldUrls],
} satisfies BuildOptions;

/** The client for runtimes other than Node. */
const clientModule = {
  ...options,
  entryPoints: ['src/client/index.ts'],
  platform: 'neutral',
} satisfies BuildOptions;

/** Bundles everything into a folder. Returns which sources went into which file, seen from the root. */
export async function bundle(outdir: string): Promise<Metafile> {
  const define = { checkedScenarios: JSON.stringify(await builtInScenarios()) };
  const { metafile } = await build({ ...whole, outdir, define });
  for (const output of Object.keys(metafile.outputs)) await asCommonJs(resolve(root, output));
  await writeEntries(outdir, metafile, root);
  const client = await build({ ...clientModule, outfile: `${outdir}/client/index.js` });
  const parts = [metafile, client.metafile, await buildConsole(`${outdir}/console`)];
  const all: Metafile = {
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)),
  };
  writeLicences(root, all, `${outdir}/licences.txt`);
  return all;
}

/** Returns the built-in scenarios, read and checked, as JSON text by name. */
async function builtInScenarios(): Promise<Readonly<Record<string, string>>> {
  const catalog = createCatalog();
  const texts: Record<string, string> = {};
  for (const name of await catalog.names()) texts[name] = writeJson((await catalog.open(name)).content);
  return texts;
}

/** Makes a file CommonJS, which also Jest loads. Importing `node:http` from an ES module would load all of undici. */
async function asCommonJs(file: string): Promise<void> {
  const { code } = await transform(await readFile(file, 'utf8'), {
    ...shared,
    platform: 'node',
    format: 'cjs',
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'bundleUrl' },
  });
  const url = 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;';
  await writeFile(file, code.includes('bundleUrl') ? `${url}${code}` : code);
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('usage: node bundle.ts FOLDER');
  await bundle(resolve(folder));
}
