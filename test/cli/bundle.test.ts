import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../scripts/bundle.ts';
import { listModules, runProgram, startProgram } from '../run-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = join(root, 'src/cli/main.ts');
// Inside of the package, as the published one is.
const folder = join(root, `node_modules/.cache/bundle-${process.pid}`);
const main = join(folder, 'main.js');
let inputs: (output: string) => readonly string[];

beforeAll(async () => {
  const { outputs } = await bundle(folder);
  const files = new Map(
    Object.entries(outputs).map(([file, { inputs }]) => [join(root, file), Object.keys(inputs)]),
  );
  inputs = (output) => files.get(output) ?? [];
});
afterAll(() => rm(folder, { recursive: true }));

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
  expect(loaded).toMatch(/src\/http\/service\.ts/);
  expect(loaded).not.toMatch(
    /node_modules\/(yaml|zod|@stoplight|@faker-js|prom-client|selfsigned)\/|src\/check\//,
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
  expect(await runProgram(main, args)).toEqual(await runProgram(sources, args));
});
