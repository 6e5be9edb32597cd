/**
 * Bundles what the npm package and the image ship: `node bundle.ts npm|image FOLDER`. To load 500 modules one by one takes
 * longer than everything else at the start. Our packages are in the bundle, in the versions that were tested; large
 * packages that few commands need stay dependencies, and are loaded from node_modules.
 */
import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { writeLicences } from './licences.ts';
import {
  builtInScenarios,
  expressInParts,
  fromFiles,
  lazyBuiltins,
  oneOfEach,
  usedOfZod,
  withoutUnused,
} from './plugins.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  minifySyntax: true,
  minifyWhitespace: true,
  // They are in licences.txt.
  legalComments: 'none',
  logLevel: 'warning',
  external: ['@stoplight/*', '@faker-js/faker', 'ajv', 'ajv-formats', 'testcontainers'],
  // For Node the package offers many small files in CommonJS, of which a bundle cannot leave any out.
  alias: { yaml: `${root}node_modules/yaml/browser/index.js` },
  metafile: true,
} satisfies BuildOptions;

/** The entries that users import: ES modules that share their parts. */
const library = {
  ...shared,
  entryPoints: ['index', 'client/index', 'checker/index', 'testcontainers/index'].map(
    (name) => `src/${name}.ts`,
  ),
  outbase: 'src',
  format: 'esm',
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
} satisfies BuildOptions;

/** CommonJS: `import` of `node:http` loads all of undici, and takes longer for each file. */
const commonJs = {
  ...shared,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // `import()` in a script that has a code cache is experimental; `require` loads ES modules just as well.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
} satisfies BuildOptions;

/** Packages that a command line loads from files of their own, since most starts need only the router. */
const apart = ['express', 'prom-client', 'router', 'selfsigned', 'yaml', 'zod'];

/** Bundles one form of the program into a folder. Returns which sources went into which file, seen from the root. */
export async function bundle(form: 'npm' | 'image', outdir: string): Promise<Metafile> {
  const programs = form === 'npm' ? `${outdir}/cli` : outdir;
  const parts = [
    await bundlePrograms(form === 'npm' ? ['program'] : ['program', 'healthcheck'], programs),
    await bundlePackages(`${programs}/packages`),
  ];
  await finish(parts, inAscii);
  if (form === 'npm') {
    await copyFile(`${root}scripts/image/main.cjs`, `${programs}/main.cjs`);
    await chmod(`${programs}/main.cjs`, 0o755);
    const entries = await build({ ...library, outdir, plugins: plugins() });
    await finish([entries.metafile], withRequire);
    parts.push(entries.metafile);
  }
  const metafile: Metafile = {
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)),
  };
  writeLicences(root, metafile, `${outdir}/licences.txt`);
  return metafile;
}

const plugins = () => [
  builtInScenarios,
  lazyBuiltins,
  expressInParts,
  usedOfZod(root),
  withoutUnused,
  oneOfEach(),
];

/** One file for each program, with all of our code that it runs. */
async function bundlePrograms(names: readonly string[], outdir: string): Promise<Metafile> {
  const entryPoints = names.map((name) => `scripts/image/${name}.ts`);
  const files = fromFiles(apart, './packages');
  const built = await build({
    ...commonJs,
    entryPoints,
    outdir,
    plugins: [builtInScenarios, lazyBuiltins, expressInParts, files, withoutUnused, oneOfEach()],
  });
  return built.metafile;
}

async function bundlePackages(outdir: string): Promise<Metafile> {
  const built = await build({
    ...commonJs,
    entryPoints: apart,
    outdir,
    plugins: [fromFiles(['router'], '.'), usedOfZod(root), withoutUnused, oneOfEach()],
  });
  return built.metafile;
}

/** Gives the text of each file its last touch. */
async function finish(parts: readonly Metafile[], touch: (text: string) => string): Promise<void> {
  for (const output of parts.flatMap(({ outputs }) => Object.keys(outputs))) {
    const text = await readFile(resolve(root, output), 'utf8');
    await writeFile(resolve(root, output), touch(text));
  }
}

/**
 * Packages in CommonJS ask for Node's own modules by `require`; esbuild looks for it in one place. The client runs that
 * line too, in runtimes that are not Node.
 */
function withRequire(text: string): string {
  if (!/typeof require\b/.test(text)) return text;
  const load = 'globalThis.process?.getBuiltinModule?.("node:module").createRequire(import.meta.url)';
  return `const require=${load};${text}`;
}

/** V8 keeps a text without other characters in half of the space; the image reads it as bytes, without decoding. */
function inAscii(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII is meant
  return text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

if (import.meta.main) {
  const [form, folder] = process.argv.slice(2);
  if ((form !== 'npm' && form !== 'image') || folder === undefined)
    throw new Error('usage: node bundle.ts npm|image FOLDER');
  await bundle(form, resolve(folder));
}
