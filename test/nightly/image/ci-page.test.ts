import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../../src/version.ts';
import { Container, docker, dockerText, image, label } from '../../e2e/image/docker.ts';
import { folder, run } from './run-program.ts';

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

/** Uses the simulator as a job does: lists orders, and asks the control API for the address of production. */
const client = `
const { STORE_ORDERS_BASE_URL: url, STORE_ORDERS_CONTROL_URL: control, STORE_ORDERS_CONTROL_TOKEN: token } = process.env;
for (;;) { try { if ((await fetch(control + '/readyz')).ok) break; } catch {} }
const list = await fetch(url + '/store/orders', { headers: { Authorization: 'Bearer test-api-key' } });
const view = await (await fetch(control + '/environments/production', { headers: { Authorization: 'Bearer ' + token } })).json();
console.log(list.status, view.baseUrl === url);`;

type Variables = Readonly<Record<string, string>>;

const flags = (variables: Variables): readonly string[] =>
  Object.entries(variables).flatMap(([name, text]) => ['-e', `${name}=${text}`]);

test('a job reaches its simulator by the name of the service', async () => {
  const { tests } = parse(await read('examples/gitlab-ci.yml'));
  const network = await dockerText('network', 'create', '--label', label, `page-${process.pid}`);
  try {
    const joined = ['--network', network, '--network-alias', 'store-orders'];
    await using _ = await Container.start([...joined, ...flags(tests.services[0].variables)]);
    const options = ['--rm', '--label', label, '--network', network, ...flags(tests.variables)];
    const program = ['--entrypoint', 'node', image, '--input-type=module', '--eval', client];
    const ended = await docker('run', ...options, ...program);
    expect(ended).toMatchObject({ code: 0, stdout: '200 true\n' });
  } finally {
    await docker('network', 'rm', network);
  }
});

test('a job reaches its simulator at mapped ports', async () => {
  const recipe = parse(await read('examples/github-actions/service-container.yml'));
  const { services, env } = recipe.jobs.tests;
  await using container = await Container.start(flags(services['store-orders'].env));
  expect([env.STORE_ORDERS_BASE_URL, env.STORE_ORDERS_CONTROL_URL]).toEqual([
    'http://localhost:4010/v1',
    'http://localhost:4011',
  ]);
  const here = {
    ...env,
    STORE_ORDERS_BASE_URL: `${container.origin}/v1`,
    STORE_ORDERS_CONTROL_URL: container.controlUrl,
  };
  const ended = await run(process.execPath, ['--input-type=module', '--eval', client], here);
  // Here the ports differ, so the simulator leaves its address out.
  expect(ended).toMatchObject({ code: 0, stdout: '200 false\n' });
});
