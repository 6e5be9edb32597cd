import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../scripts/bundle/bundle.ts';
import { listModules, openCommandLines, runProgram, startProgram } from '../helpers/run-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const runSources = openCommandLines();
// Inside of the package, as the published one is.
const folder = join(root, `node_modules/.cache/bundle-${process.pid}`);
const main = join(folder, 'cli/main.js');
let metafile: Metafile;

beforeAll(async () => {
  metafile = await bundle('npm', folder);
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

const outputOf = (file: string) => metafile.outputs[relative(root, file)];
const inputs = (file: string): readonly string[] => Object.keys(outputOf(file)?.inputs ?? {});

/** The sources and packages that the bundled `serve` has loaded once it has answered a list. */
async function loadedBy(...flags: readonly string[]): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'modules-')), 'modules.txt');
  const program = startProgram(main, [...flags, '--port', '0', '--control-port', '0'], {
    variables: { MODULES_FILE: file },
    imports: listModules,
  });
  const [ready] = await program.said(/ready: (\S+) /g);
  const list = await fetch(`${ready?.[1]}/store/orders`, {
    headers: { Authorization: 'Bearer test-api-key' },
  });
  expect(list.status).toBe(200);
  program.child.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);
  const urls = readFileSync(file, 'utf8').trim().split('\n');
  return urls
    .flatMap((url) => [url, ...(url.startsWith('file:') ? inputs(fileURLToPath(url)) : [])])
    .join('\n');
}

test('the bundled serve starts a built-in scenario without YAML, schemas, the checker, Prism or faker', async () => {
  const loaded = await loadedBy('--scenario', 'pending');
  expect(loaded).toMatch(/src\/simulator\/service\/handle-request\.ts/);
  expect(loaded).not.toMatch(
    /node_modules\/(yaml|zod|@stoplight|@faker-js|prom-client|selfsigned)\/|src\/checker\//,
  );
});

test('the bundled serve reads a scenario file with the YAML reader and the schema', async () => {
  const loaded = await loadedBy('--scenario', join(root, 'scenarios/pending.yaml'));
  expect(loaded).toMatch(/node_modules\/yaml\//);
  expect(loaded).toMatch(/node_modules\/zod\//);
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
])('the bundle says what the sources say to %s %s %s', async (...args) => {
  expect(await runProgram(main, args)).toEqual(await runSources(args));
});

const importsOf = (file: string) => outputOf(file)?.imports ?? [];

test('the bundle asks for no package that is not installed with it', () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const outside = Object.keys(metafile.outputs)
    .flatMap((file) => importsOf(join(root, file)))
    .flatMap(({ path, external }) => (external && !isBuiltin(path) ? [path] : []));
  expect(outside).toContain('@stoplight/prism-http');
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  expect(
    outside.filter((path) => !names.some((name) => path === name || path.startsWith(`${name}/`))),
  ).toEqual([]);
});

test('the client needs nothing of Node, so that it runs wherever fetch is', () => {
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
  for (const file of seen)
    expect(readFileSync(file, 'utf8')).not.toMatch(/\b(?:from|import)\s*\(?["'](?!\.)/);
});

test('names every package in the bundle with its licence', () => {
  const licences = readFileSync(join(folder, 'licences.txt'), 'utf8');
  for (const name of ['express', 'zod', 'pino', 'commander', 'prom-client', 'selfsigned', 'yaml'])
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: \\S+\n\n(?=[^-])`, 'm'));
});
