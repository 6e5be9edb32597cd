import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackage } from '../../../scripts/build.ts';
import { packageRoot } from '../../../src/version.ts';
import { project } from './smoke.ts';
import { network, nodeFolder, type Ran, run, tool } from './tools.ts';

const shelf = mkdtempSync(join(tmpdir(), 'packed-'));
let tarball = '';

beforeAll(async () => {
  const root = fileURLToPath(packageRoot);
  await buildPackage(`${root}dist`);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', shelf], { cwd: root });
  tarball = join(shelf, JSON.parse(stdout)[0].filename);
}, 120_000);
afterAll(() => rmSync(shelf, { recursive: true }));

test.each(['22.12.0', '24.21.0'])(
  'npm on Node %s installs the package, which works by import, require(), command and in Jest',
  async (version) => {
    const cwd = mkdtempSync(join(shelf, 'project-'));
    mkdirSync(join(cwd, 'home'));
    for (const [name, text] of Object.entries(project)) writeFileSync(join(cwd, name), text);
    const bin = await nodeFolder(version);
    const node = join(bin, 'node');
    const npm = (await run('sh', ['-c', 'readlink -f "$(command -v npm)"'], { cwd })).stdout.trim();
    const env = { ...network, HOME: join(cwd, 'home'), PATH: `${bin}${delimiter}/usr/bin${delimiter}/bin` };
    const here = (...args: readonly string[]): Promise<Ran> => run(node, args, { cwd, env });

    const installed = await here(npm, 'install', '--no-audit', tarball);
    expect(installed.code, installed.stdout + installed.stderr).toBe(0);
    expect(installed.stdout).toMatch(/^added 1 package /m);
    expect(installed.stdout + installed.stderr).not.toMatch(/deprecat|EBADENGINE|install script/i);
    const works = (what: string) => ({ code: 0, stdout: `${what} works\n`, stderr: '' });
    for (const file of ['library.mjs', 'library.cjs']) expect(await here(file)).toEqual(works('library'));
    expect(await here('command.mjs', node)).toEqual(works('command'));
    // Without a flag, as Jest runs CommonJS.
    const jest = await here(join(await tool('jest', '30.5.2'), 'bin/jest.js'));
    expect(jest.code, jest.stderr).toBe(0);
  },
);
