/**
 * How the program is bundled, for the npm package and for the image: `node bundle.ts npm|image FOLDER`. Loading 500
 * modules one by one takes longer than everything else at the start. Our packages are in the bundle, in the versions
 * that were tested; what is large and seldom needed stays a package of its own, and is loaded from it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { builtInScenarios } from './built-in-scenarios.ts';
import { httpWithoutFetch } from './http-without-fetch.ts';
import { writeLicences } from './licences.ts';
import { oneOfEach } from './one-of-each.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What differs between the places where the program runs. */
type Form = {
  readonly options: BuildOptions;
  /** The last touch to the text of each file. */
  readonly finish: (text: string) => string;
};

const forms = {
  /** ES modules that share their parts. What a command does not need is not loaded. */
  npm: {
    options: {
      entryPoints: ['cli/main', 'index', 'client/index', 'checker/index', 'testcontainers/index'].map(
        (name) => `src/${name}.ts`,
      ),
      outbase: 'src',
      format: 'esm',
      splitting: true,
      chunkNames: 'parts/[name]-[hash]',
    },
    finish: withRequire,
  },
  /**
   * One file for the program, and one for the health check. CommonJS, because importing `node:http` as an ES module loads
   * all of undici too.
   */
  image: {
    options: {
      entryPoints: ['program', 'healthcheck'].map((name) => `scripts/image/${name}.ts`),
      outExtension: { '.js': '.cjs' },
      format: 'cjs',
      // `import()` in a script that has a code cache is experimental; `require` loads ES modules just as well.
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': 'bundleUrl' },
      banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
    },
    finish: inAscii,
  },
} satisfies Record<string, Form>;

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  minifySyntax: true,
  minifyWhitespace: true,
  // They stand in licences.txt.
  legalComments: 'none',
  logLevel: 'warning',
  external: ['@stoplight/*', '@faker-js/faker', 'ajv', 'ajv-formats', 'testcontainers'],
  // For Node the package offers many small files in the older format, of which a bundle cannot leave any out.
  alias: { yaml: `${root}node_modules/yaml/browser/index.js` },
} satisfies BuildOptions;

/** Bundles the program in a form into a folder, and answers which sources went into which file, seen from the root. */
export async function bundle(form: keyof typeof forms, outdir: string): Promise<Metafile> {
  const { options, finish }: Form = forms[form];
  const plugins = [builtInScenarios, httpWithoutFetch, oneOfEach()];
  const { metafile } = await build({ ...shared, ...options, plugins, outdir, metafile: true });
  for (const output of Object.keys(metafile.outputs)) {
    const text = await readFile(resolve(root, output), 'utf8');
    await writeFile(resolve(root, output), finish(text));
  }
  writeLicences(root, metafile, `${outdir}/licences.txt`);
  return metafile;
}

/**
 * Packages in the older format ask for Node's own modules by `require`; esbuild has one place where that is looked for. The
 * client comes by there too, in runtimes that are not Node.
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
