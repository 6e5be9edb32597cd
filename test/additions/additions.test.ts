import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';
import { additions, type Edit } from './additions.ts';

const root = fileURLToPath(packageRoot);
const run = promisify(execFile);
let copy = '';

async function node(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args, { cwd: copy, maxBuffer: 2 ** 24 });
  return stdout;
}

async function make({ file, before, text }: Edit): Promise<void> {
  const path = join(copy, file);
  if (before === undefined) return writeFile(path, text, { flag: 'wx' });
  const content = await readFile(path, 'utf8');
  expect(content.split(before), `${file} has: ${before}`).not.toHaveLength(1);
  return writeFile(
    path,
    content.replace(before, () => text + before),
  );
}

const types = {
  extends: './tsconfig.json',
  include: ['src', 'scripts'],
  exclude: ['src/console', '**/*.test.ts', 'scripts/screenshots.ts'],
};

// One of each is added to one copy, with the words of its recipe in CONTRIBUTING.md.
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'additions-'));
  const parts = ['src', 'scripts', 'openapi', 'scenarios', 'docs', 'examples', 'modules', 'bench', 'test'];
  for (const part of [...parts, 'README.md', 'package.json', 'tsconfig.json'])
    await cp(join(root, part), join(copy, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const edit of Object.values(additions).flat()) await make(edit);
  await writeFile(join(copy, 'tsconfig.copy.json'), JSON.stringify(types));
  await node('scripts/generate-control.ts');
  await Promise.all([node('scripts/generate-docs.ts'), node('scripts/generate-schema.ts')]);
}, 120_000);

test.each(Object.entries(additions))('a %s needs at most three files', (_, edits) => {
  expect(new Set(edits.map(({ file }) => file)).size).toBeLessThanOrEqual(3);
});

test('the project compiles with one more of each, so that no other table misses a row', async () => {
  const errors = await node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.copy.json').catch(
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(errors).toBe('');
});

test('the simulator, its control API, the checker and the reports have every addition', async () => {
  const seen = JSON.parse(await node('test/additions/use-additions.ts'));
  expect(seen).toMatchObject({
    server: 'shop',
    gap: { observed: 'on', allowed: true },
    finding: { where: 'header Motto', expected: 'a motto' },
    lines: expect.stringMatching(/^Store Orders contract: /),
    weekday: { weekday: expect.stringMatching(/^[0-6]$/) },
    fault: { kind: 'hang-up', fired: 0 },
    hungUp: true,
  });
  // The console shows gaps and settings as the control API sends them.
  expect(seen.profile.questions).toContainEqual(expect.objectContaining({ key: 'served-by' }));
  expect(seen.settings.settings).toContainEqual(
    expect.objectContaining({ flag: '--motto', value: 'carpe diem' }),
  );
});

test('the command line has every addition', async () => {
  const cli = (...args: readonly string[]) => node('src/cli/main.ts', ...args);
  const [gaps, serve, check, matrix] = await Promise.all([
    cli('gaps', '--json'),
    cli('serve', '--motto', 'carpe diem', '--print-settings'),
    cli('check', '--help'),
    cli('matrix', '--help'),
  ]);
  expect(JSON.parse(gaps)).toContainEqual(expect.objectContaining({ key: 'served-by' }));
  expect(serve).toMatch(/motto +carpe diem +--motto/);
  expect([check, matrix]).toEqual(Array(2).fill(expect.stringMatching(/lines,\s+html/)));
});

test.each([
  ['docs/reference/gaps.md', /`served-by`/],
  ['docs/reference/faults.md', /hang-up/],
  ['docs/reference/settings.md', /`--motto <text>`.*`SIM_MOTTO`/],
  ['docs/reference/profile.schema.json', /served-by/],
  ['scenarios/scenario.schema.json', /hang-up/],
  ['openapi/control.yaml', /clock\/weekday/],
  ['openapi/control.yaml', /hang-up/],
  ['src/control-api.ts', /clock\/weekday/],
])('what is generated has the additions: %s has %s', async (file, words) => {
  expect(await readFile(join(copy, file), 'utf8')).toMatch(words);
});
