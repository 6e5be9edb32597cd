/**
 * Writes the program as one file for the image, and the health check as another: `node bundle-for-image.ts FOLDER`.
 * Loading 500 modules one by one takes longer than starting a container. CommonJS, because importing `node:http` as an ES
 * module loads all of undici too. The packages stay installed beside it: for what is loaded now and then, and for their
 * licences.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { oneOfEach } from './one-of-each.ts';

/** Loaded by some commands only, and large; or, in the case of Prism, full of `require`s that a bundle cannot follow. */
const external = [
  '@stoplight/*',
  '@faker-js/*',
  'selfsigned',
  'prom-client',
  'ajv',
  'ajv/*',
  'ajv-formats',
  'ioredis',
];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node bundle-for-image.ts FOLDER');
await build({
  entryPoints: ['program.ts', 'healthcheck.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url))),
  outdir: folder,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  external,
  plugins: [oneOfEach()],
  // `import()` in a script that has a code cache is experimental; `require` loads ES modules just as well.
  supported: { 'dynamic-import': false },
  keepNames: true,
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
  logLevel: 'warning',
});
