import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/version.ts';
import { Container, docker, image, label } from '../../e2e/image/docker.ts';
import { folder } from './run-program.ts';

const root = fileURLToPath(packageRoot);
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

/** The words of the `docker run` commands of the page, without the image. */
const commands = [
  ...(await read('docs/guides/ci.md')).matchAll(/^docker run (.*?) ?store-orders-sim(.*?)(?: +#.*)?$/gm),
].map(([line, options = '', rest = '']) => ({ line, options: words(options), rest: words(rest) }));

function words(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.trim().replaceAll('"', '').split(/ +/);
}

/** Gives the options free ports of this machine, and a folder of the test. */
async function placed(options: readonly string[]): Promise<readonly string[]> {
  const work = await folder();
  await chmod(work, 0o755);
  await writeFile(join(work, 'mine.yaml'), 'orders: [{ id: 7 }]\n');
  return options
    .filter((word, at) => !(word === '--rm' || word === '-p' || options[at - 1] === '-p'))
    .map((word) => word.replace('$PWD/scenarios', work));
}

test.each(commands)('$line', async ({ options, rest }) => {
  if (rest[0] === 'check') {
    await using target = await Container.ready();
    const words = rest.map((word) => word.replace(/^https:.*/, `${target.origin}/v1`));
    const options = [
      '--rm',
      '--label',
      label,
      '--network',
      'host',
      '-e',
      'STORE_ORDERS_API_KEY=test-api-key',
    ];
    const ended = await docker('run', ...options, image, ...words);
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('contract')]);
  } else if (rest[0] === 'scenarios') {
    const ended = await docker('run', '--rm', '--label', label, image, ...rest);
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('mixed')]);
  } else {
    await using container = await Container.ready(await placed(options), ...rest);
    const key = options.find((word) => word.startsWith('SIM_API_KEY='))?.slice(12) ?? 'test-api-key';
    expect((await container.list(undefined, key)).status).toBe(200);
  }
});

test('the page has such commands', () => {
  expect(commands.length).toBeGreaterThanOrEqual(5);
});
