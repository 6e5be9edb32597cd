import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/version.ts';
import { Container } from '../../e2e/image/docker.ts';

/** The `docker run` commands of a page that start a simulator: options, and arguments of the image. */
const commands = ['README.md', 'docs/start/index.md'].flatMap((page) =>
  [
    ...readFileSync(new URL(page, packageRoot), 'utf8').matchAll(/^docker run (.*) store-orders-sim(.*)$/gm),
  ].map(([line, options = '', rest = '']) => ({ page, line, options, rest })),
);

test.each(commands)('$page: $line', async ({ options, rest }) => {
  // A free port instead of the one on the page, and a container that stays for its log.
  expect(options).toContain('--rm -p 4010:4010 -p 4011:4011');
  const others = options.replace('--rm -p 4010:4010 -p 4011:4011', '').trim();
  const words = (text: string): readonly string[] => (text.trim() === '' ? [] : text.trim().split(' '));
  await using container = await Container.ready(words(others), ...words(rest));
  expect((await container.list()).status).toBe(200);
});

test('both pages have such a command', () => {
  expect(commands.map(({ page }) => page)).toEqual(['README.md', 'docs/start/index.md']);
});
