/**
 * Bundles what the npm package and the image ship: `node bundle.ts npm|image FOLDER`. To load 500 modules one by one takes
 * longer than everything else at the start. Our packages are in the bundle, in the versions that were tested.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, transform } from 'esbuild';
import { buildConsole } from '../build-console.ts';
import { entries, writeEntries, writeNodeChecks } from './entries.ts';
import { writeLicences } from './licences.ts';
import {
  builtInScenarios,
  expressInParts,
  type FilesOfPackages,
  fromFiles,
  judgeOfPrism,
  lazyBuiltins,
  oneOfEach,
  serverOfMcp,
  usedOfZod,
  withoutOldUrls,
  withoutUnused,
} from './plugins.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22.12',
  minifySyntax: true,
  minifyWhitespace: true,
  // They are in licences.txt.
  legalComments: 'none',
  logLevel: 'warning',
  // The user installs it.
  external: ['testcontainers'],
  alias: {
    // For Node the package offers many small files in CommonJS, of which a bundle cannot leave any out.
    yaml: `${root}node_modules/yaml/browser/index.js`,
    // A bundler cannot follow the `require` of its main file.
    'jsonc-parser': `${root}node_modules/jsonc-parser/lib/esm/main.js`,
  },
  metafile: true,
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

/**
 * The entries that users import, with the parts that they share: CommonJS once `asCommonJs` has changed each file, because the
 * bundler splits only ES modules. `import` gives the same modules, so that a class or a process has no second copy.
 */
const library = {
  ...shared,
  entryPoints: entries.map((name) => `src/${name}.ts`),
  outbase: 'src',
  format: 'esm',
  splitting: true,
  outExtension: { '.js': '.cjs' },
  chunkNames: 'parts/[name]-[hash]',
} satisfies BuildOptions;

/** The client for runtimes other than Node. */
const clientModule = {
  ...shared,
  entryPoints: ['src/client/index.ts'],
  platform: 'neutral',
  format: 'esm',
} satisfies BuildOptions;

/** What is loaded from a file of its own only when it is needed, by the command line and the library alike. */
const large: FilesOfPackages = {
  '@faker-js/faker/locale/en': 'faker',
  iovalkey: 'iovalkey',
  './prism-packages.ts': 'prism',
  './mcp-sdk.ts': 'mcp-sdk',
};

/** Where the sources of those are that are not packages. */
const ours: FilesOfPackages = {
  './prism-packages.ts': 'src/contract/judge/prism-packages.ts',
  './mcp-sdk.ts': 'src/mcp/mcp-sdk.ts',
};

/** What a command line loads from files of its own, since most starts need only the router. */
const apart: FilesOfPackages = {
  express: 'express',
  'prom-client': 'prom-client',
  router: 'router',
  '@peculiar/x509': 'x509',
  yaml: 'yaml',
  zod: 'zod',
  ...large,
};

/** Bundles one form of the program into a folder. Returns which sources went into which file, seen from the root. */
export async function bundle(form: 'npm' | 'image', outdir: string): Promise<Metafile> {
  const programs = form === 'npm' ? `${outdir}/cli` : outdir;
  const parts = [
    await bundlePrograms(form === 'npm' ? ['program'] : ['program', 'healthcheck'], programs),
    await bundlePackages(`${programs}/packages`),
  ];
  await finish(parts, inAscii);
  parts.push(await buildConsole(`${outdir}/console`));
  if (form === 'npm') {
    const { metafile } = await build({ ...library, outdir, plugins: libraryPlugins() });
    await finish([metafile], asCommonJs);
    await writeEntries(outdir, metafile, root);
    await writeNodeChecks(root, outdir);
    const client = await build({ ...clientModule, outfile: `${outdir}/client/index.js` });
    parts.push(metafile, client.metafile);
  }
  const metafile: Metafile = {
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)),
  };
  writeLicences(root, metafile, `${outdir}/licences.txt`);
  return metafile;
}

const libraryPlugins = () => [
  // Every file that loads these is one folder below `outdir`.
  fromFiles(large, '../cli/packages'),
  builtInScenarios,
  lazyBuiltins,
  expressInParts,
  usedOfZod(root),
  withoutUnused,
  oneOfEach(),
];

/** One file for each program, with all of our code that it runs. */
async function bundlePrograms(names: readonly string[], outdir: string): Promise<Metafile> {
  const entryPoints = [...names.map((name) => ({ in: `scripts/image/${name}.ts`, out: name }))];
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
    entryPoints: Object.entries(apart).map(([name, out]) => ({ in: ours[name] ?? name, out })),
    outdir,
    plugins: [
      fromFiles({ router: 'router' }, '.'),
      usedOfZod(root),
      judgeOfPrism,
      withoutOldUrls,
      serverOfMcp,
      withoutUnused,
      oneOfEach(),
    ],
  });
  return built.metafile;
}

/** Gives the text of each file its last touch. */
async function finish(
  parts: readonly Metafile[],
  touch: (text: string) => string | Promise<string>,
): Promise<void> {
  for (const output of parts.flatMap(({ outputs }) => Object.keys(outputs))) {
    const text = await readFile(resolve(root, output), 'utf8');
    await writeFile(resolve(root, output), await touch(text));
  }
}

async function asCommonJs(text: string): Promise<string> {
  const { target, minifySyntax, minifyWhitespace } = shared;
  const { banner, supported, define } = commonJs;
  const options = { target, minifySyntax, minifyWhitespace, supported, define, platform: 'node' } as const;
  const { code } = await transform(text, { ...options, format: 'cjs', legalComments: 'none' });
  return code.includes('bundleUrl') ? `${banner.js}${code}` : code;
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
