import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/version.ts';
import { Container, docker, image, label, mountable } from '../../e2e/image/docker.ts';

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
