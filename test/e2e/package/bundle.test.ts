import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../scripts/bundle/bundle.ts';
import { newFolder } from '../../support/new-folder.ts';
import { openCommandLines, runProgram, startProgram } from '../../support/run-program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const runSources = openCommandLines();
// Inside the package, as the published one is.
const folder = join(root, `node_modules/.cache/bundle-${process.pid}`);
const main = join(folder, 'cli/main.cjs');
let metafile: Metafile;

beforeAll(async () => {
  metafile = await bundle(folder);
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

const importsOf = (file: string) => metafile.outputs[relative(root, file)]?.imports ?? [];

/** The sources and packages in the files that the bundled `serve` has loaded once it has responded with a list. */
async function loadedBy(...flags: readonly string[]): Promise<readonly string[]> {
  const coverage = newFolder();
  const program = startProgram(main, [...flags, '--port', '0', '--control-port', '0'], {
    variables: { NODE_V8_COVERAGE: coverage },
  });
  const [ready] = await program.said(/ready: (\S+) /g);
  const headers = { Authorization: 'Bearer test-api-key' };
  expect((await fetch(`${ready?.[1]}/store/orders`, { headers })).status).toBe(200);
  program.child.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);
  const { result }: { readonly result: readonly { readonly url: string }[] } = JSON.parse(
    readFileSync(join(coverage, readdirSync(coverage)[0] ?? ''), 'utf8'),
  );
  const files = result.flatMap(({ url }) =>
    url.startsWith('file:') ? [relative(root, fileURLToPath(url))] : [],
  );
  return files.flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}));
}

const unneeded =
  /^src\/(?:check|contract|matrix|mcp|traffic)\/|node_modules\/(?:zod|yaml|express|prom-client|@stoplight|@faker-js)\//;

test('the bundled serve starts a built-in scenario without YAML, schemas, Express apps, the checker, Prism or faker', async () => {
  const loaded = await loadedBy('--scenario', 'pending');
  expect(loaded).toContain('src/simulator/service/service-router.ts');
  expect(loaded.filter((file) => unneeded.test(file))).toEqual([]);
});

test.each([
  ['--version'],
  ['scenarios', 'list'],
  ['scenarios', 'show', 'mixed'],
  ['scenarios', 'show', 'int64-edges', '--format', 'json'],
  ['scenarios', 'show', 'large'],
  ['scenarios', 'show', 'no-such'],
  ['serve', '--scenario', 'large', '--max-orders', '9', '--port', '0'],
  ['serve', '--print-settings'],
  ['serve', '--port', '0', '--store', 'redis://127.0.0.1:1'],
  ['gaps'],
  ['scenarios', 'show', 'Ünïcode “quoted” … 中文 👩‍🚀 \u0085\u2028\u202e'],
])('the bundle says what the sources say to %s %s %s', async (...args) => {
  expect(await runProgram(main, args)).toEqual(await runSources(args));
});

/** Packages of Prism try to load these, and do without. */
const tried = ['encoding', 'kerberos', 'pino-pretty'];

test('the bundle imports no package but the optional one that the user installs', () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  const outside = Object.keys(metafile.outputs)
    .flatMap((file) => importsOf(join(root, file)))
    .flatMap(({ path, external }) => (external && !isBuiltin(path) && !path.startsWith('.') ? [path] : []));
  expect(new Set(outside)).toEqual(new Set([...tried, ...Object.keys(peerDependencies)]));
});

test('the client imports nothing of Node, so that it runs wherever fetch exists', async () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, external } of importsOf(file)) {
      expect([file, path, external]).toEqual([file, path, undefined]);
      visit(join(root, path));
    }
  };
  visit(join(folder, 'client/index.js'));
  const inNode = await import(join(folder, 'client/node.js'));
  expect(Object.keys(await import(join(folder, 'client/index.js')))).toEqual(Object.keys(inNode));
  for (const file of seen)
    expect(readFileSync(file, 'utf8')).not.toMatch(/\b(?:from|import)\s*\(?["'](?!\.)/);
});
