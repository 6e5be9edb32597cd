import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { writeJson } from '../src/json.ts';
import { createCatalog } from '../src/scenarios/catalog.ts';

// Bundles the command line over what TypeScript has written, so that it starts from few files. What few commands need,
// and what is large, stays outside and is loaded from its package when it is needed.
const outside = ['@stoplight/*', '@faker-js/faker', 'ajv', 'ajv-formats', 'prom-client', 'selfsigned'];

const root = fileURLToPath(new URL('../', import.meta.url));

const builtInScenarios: Plugin = {
  name: 'built-in scenarios',
  setup: ({ onLoad }) => {
    onLoad({ filter: /scenarios[/\\]checked-scenarios\.ts$/ }, async () => ({
      contents: await checkedScenarios(),
    }));
  },
};

/**
 * To `import` Node's HTTP is to read every name it exports, and some of those load Node's own fetch: half of what a start
 * costs. Asked for as an object, it loads what is used.
 */
const http: Plugin = {
  name: 'http without fetch',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:https?$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};

async function checkedScenarios(): Promise<string> {
  const catalog = createCatalog();
  const texts: Record<string, string> = {};
  for (const name of await catalog.names()) texts[name] = writeJson((await catalog.open(name)).content);
  return `export const checkedScenarios = ${JSON.stringify(texts)};`;
}

const options = {
  absWorkingDir: root,
  entryPoints: ['src/cli/main.ts'],
  bundle: true,
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
  external: outside,
  // For Node the package offers many small files in the older format, of which a bundle cannot leave any out.
  alias: { yaml: `${root}node_modules/yaml/browser/index.js` },
  plugins: [builtInScenarios, http],
  // Packages in the older format ask for Node's own modules by `require`.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
} satisfies BuildOptions;

/** Bundles the command line into a folder of this package, and answers which sources went into which file. */
export async function bundle(outdir: string): Promise<Metafile> {
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({ ...options, outdir });
  return metafile;
}

if (import.meta.main) await bundle(`${root}dist/cli`);
