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
    const checker = [
      'run',
      '--rm',
      '--label',
      label,
      '--network',
      'host',
      '-e',
      'STORE_ORDERS_API_KEY=test-api-key',
    ];
    const ended = await docker(
      ...checker,
      image,
      ...rest.map((word) => word.replace(/^https:.*/, `${target.origin}/v1`)),
    );
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
type Recipe = { readonly simulator: Variables; readonly job: Variables };

const flags = (variables: Variables): readonly string[] =>
  Object.entries(variables).flatMap(([name, text]) => ['-e', `${name}=${text}`]);

const inNetwork: readonly (readonly [string, (recipe: ReturnType<typeof parse>) => Recipe])[] = [
  [
    'examples/gitlab-ci.yml',
    ({ tests }) => ({ simulator: tests.services[0].variables, job: tests.variables }),
  ],
  [
    'examples/github-actions/job-container.yml',
    ({ jobs: { tests } }) => ({ simulator: tests.services['store-orders'].env, job: tests.env }),
  ],
];

test.each(inNetwork)(
  'the job of %s reaches its simulator by the name of the service',
  async (file, select) => {
    const { simulator, job } = select(parse(await read(file)));
    const network = await dockerText(
      'network',
      'create',
      '--label',
      label,
      `page-${process.pid}-${file.length}`,
    );
    try {
      const joined = ['--network', network, '--network-alias', 'store-orders'];
      await using _ = await Container.start([...joined, ...flags(simulator)]);
      const options = ['run', '--rm', '--label', label, '--network', network, ...flags(job)];
      const ended = await docker(
        ...options,
        '--entrypoint',
        'node',
        image,
        '--input-type=module',
        '--eval',
        client,
      );
      expect(ended).toMatchObject({ code: 0, stdout: '200 true\n' });
    } finally {
      await docker('network', 'rm', network);
    }
  },
);

test('the containers of a CircleCI job share localhost', async () => {
  const [job, simulator] = parse(await read('examples/circleci.yml')).jobs.tests.docker;
  await using container = await Container.start(flags(simulator.environment));
  const options = [
    'run',
    '--rm',
    '--label',
    label,
    '--network',
    `container:${container.id}`,
    ...flags(job.environment),
  ];
  const ended = await docker(
    ...options,
    '--entrypoint',
    'node',
    image,
    '--input-type=module',
    '--eval',
    client,
  );
  expect(ended).toMatchObject({ code: 0, stdout: '200 true\n' });
});

const mapped: readonly (readonly [string, (recipe: ReturnType<typeof parse>) => Recipe])[] = [
  [
    'examples/azure-pipelines.yml',
    ({ resources, jobs: [job] }) => ({ simulator: resources.containers[0].env, job: job.variables }),
  ],
  [
    'examples/github-actions/service-container.yml',
    ({ jobs: { tests } }) => ({ simulator: tests.services['store-orders'].env, job: tests.env }),
  ],
];

test.each(mapped)('the job of %s reaches its simulator at mapped ports', async (file, select) => {
  const { simulator, job } = select(parse(await read(file)));
  await using container = await Container.start(flags(simulator));
  expect([job.STORE_ORDERS_BASE_URL, job.STORE_ORDERS_CONTROL_URL]).toEqual([
    'http://localhost:4010/v1',
    'http://localhost:4011',
  ]);
  const here = {
    ...job,
    STORE_ORDERS_BASE_URL: `${container.origin}/v1`,
    STORE_ORDERS_CONTROL_URL: container.controlUrl,
  };
  const ended = await run(process.execPath, ['--input-type=module', '--eval', client], here);
  // Here the ports differ, so the simulator leaves its address out.
  expect(ended).toMatchObject({ code: 0, stdout: '200 false\n' });
});

test('the script of the Jenkinsfile runs its tests against a simulator at free ports, and removes it', async () => {
  const [, script = ''] = /sh '''\n([\s\S]*?)'''/.exec(await read('examples/Jenkinsfile')) ?? [];
  const tools = await folder();
  await writeFile(join(tools, 'client.mjs'), client);
  for (const [name, text] of [
    ['pip', '#!/bin/sh\n'],
    ['python3', `#!/bin/sh\nexec ${process.execPath} ${join(tools, 'client.mjs')}\n`],
  ] as const) {
    await writeFile(join(tools, name), text);
    await chmod(join(tools, name), 0o755);
  }
  const variables = { STORE_ORDERS_IMAGE: image, STORE_ORDERS_CONTROL_TOKEN: 'token-for-tests' };
  const ended = await run('sh', ['-c', script], { ...variables, PATH: `${tools}:${process.env.PATH}` });
  expect(ended.code).toBe(0);
  const [, id = ''] = /200 false\n([0-9a-f]{64})\n$/.exec(ended.stdout) ?? [];
  expect((await docker('inspect', id)).code).not.toBe(0);
});
