import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot, version } from '../../../src/version.ts';
import { Container, docker, image, label, mountable } from '../../e2e/image/docker.ts';
import { newFolder } from '../../support/new-folder.ts';

const words = (text: string): readonly string[] => text.replaceAll('"', '').split(' ').filter(Boolean);

/** The `docker run` commands of the pages: options, and arguments of the image. */
const commands = ['README.md', 'docs/start/index.md', 'docs/guides/ci.md'].flatMap((page) =>
  [
    ...readFileSync(new URL(page, packageRoot), 'utf8').matchAll(
      /^docker run (.*?) ?store-orders-sim(.*?)(?: +#.*)?$/gm,
    ),
  ].map(([line, options = '', rest = '']) => ({ page, line, options: words(options), rest: words(rest) })),
);

test('each page has such commands', () => {
  expect(new Set(commands.map(({ page }) => page)).size).toBe(3);
});

test.each(commands)('$page: $line', async ({ options, rest }) => {
  if (rest[0] === 'check' || rest[0] === 'scenarios') {
    await using target = await Container.ready();
    const args = rest.map((word) => word.replace(/^https:.*/, `${target.origin}/v1`));
    const own = ['--rm', '--label', label, '--network', 'host', '-e', 'STORE_ORDERS_API_KEY=test-api-key'];
    const ended = await docker('run', ...own, image, ...args);
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringMatching(/contract|mixed/)]);
    return;
  }
  const scenarios = mountable({ 'mine.yaml': 'orders: [{ id: 7 }]\n' });
  // Free ports instead of those on the page, and a container that stays for its log.
  const others = options
    .filter((word, at) => !['--rm', '-p'].includes(word) && options[at - 1] !== '-p')
    .map((word) => word.replace('$PWD/scenarios', scenarios));
  await using container = await Container.ready(others, ...rest);
  const key = options.find((word) => word.startsWith('SIM_API_KEY='))?.slice(12) ?? 'test-api-key';
  expect((await container.list(undefined, key)).status).toBe(200);
});

test('the image writes the archive of its program, which needs neither Docker nor another Node.js', () => {
  const folder = newFolder();
  const packed = execFileSync('docker', ['run', '--rm', '--label', label, image, 'archive'], {
    maxBuffer: 256e6,
  });
  execFileSync('tar', ['xC', folder], { input: packed });
  const env = { PATH: '/usr/bin:/bin' };
  const run = (...args: readonly string[]) =>
    execFileSync(`${folder}/store-orders-sim/store-orders-sim`, args, { encoding: 'utf8', env });
  expect(run('--version')).toBe(`${version}\n`);
  expect(run('scenarios', 'list')).toContain('int64-edges');
});
