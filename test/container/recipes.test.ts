import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/shared/version.ts';
import { closedPort } from '../helpers/serve-here.ts';
import { Container, docker, dockerText, type Ended, image, label } from './docker.ts';

const root = fileURLToPath(packageRoot);
const controlToken = 'token-of-the-test';
const serving = ['-e', `SIM_CONTROL_TOKEN=${controlToken}`];

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'recipe-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function run(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  cwd = root,
): Promise<Ended> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...variables };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    text.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.stderr += chunk;
  });
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? -1)));
  return { code, ...text };
}

const pointedAt = (container: Container) => ({
  STORE_ORDERS_URL: container.origin,
  STORE_ORDERS_CONTROL_URL: container.controlUrl,
  STORE_ORDERS_CONTROL_TOKEN: controlToken,
});
const exampleTests = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'test/container/consumer.config.ts',
];

test('the Vitest example passes with its own container', async () => {
  const ended = await run(process.execPath, exampleTests, { STORE_ORDERS_IMAGE: image });
  expect(ended.stdout).toMatch(/Tests .*7 passed/);
  expect(ended.code).toBe(0);
});

test('the Vitest example passes against a running simulator', async () => {
  await using container = await Container.ready(serving);
  const ended = await run(process.execPath, exampleTests, pointedAt(container));
  expect(ended.stdout).toMatch(/Tests .*7 passed/);
  expect(ended.code).toBe(0);
});

test('the Python test helper works with the mapped ports of a container', async () => {
  await using container = await Container.ready(serving);
  const exercise = join(root, 'test/examples/exercises/exercise.py');
  const variables = { ...pointedAt(container), PYTHONPATH: join(root, 'examples/pytest') };
  const ended = await run('python3', [exercise], variables);
  expect(ended.stdout).toMatch(/^base address .*[\s\S]*deleted environment_not_found\n$/);
  expect(ended.stdout).toContain(`base address ${container.origin}/NAME/v1`);
  expect(ended.code).toBe(0);
});

test('the services of the compose file work together', async () => {
  const { services } = parse(await readFile(join(root, 'examples/compose.yaml'), 'utf8'));
  const { 'store-orders': simulator, consumer } = services;
  const network = await dockerText('network', 'create', '--label', label, `recipe-${process.pid}`);
  try {
    const variables = Object.keys(simulator.environment)
      .filter((name) => name !== 'SIM_CONTROL_TOKEN')
      .flatMap((name) => ['-e', `${name}=${simulator.environment[name]}`]);
    const limits = ['--read-only', '--cap-drop', simulator.cap_drop[0], '--memory', simulator.mem_limit];
    const joined = ['--network', network, '--network-alias', 'store-orders'];
    await using container = await Container.start([...joined, ...variables, ...limits]);
    expect(await container.health('healthy', 'unhealthy')).toBe('healthy');
    const mount = ['--volume', `${join(root, 'examples/clients')}:/clients:ro`];
    const options = ['run', '--rm', '--label', label, '--network', network, ...mount];
    const ended = await docker(...options, consumer.image, ...consumer.command);
    expect(ended.stdout).toContain('cancelling a pending order: cancelled');
    expect(ended.code).toBe(0);
  } finally {
    await docker('network', 'rm', network);
  }
});

test('the checker of the image reports into a mounted folder, with its exit code', async () => {
  const reports = await folder();
  await using container = await Container.ready(serving);
  const options = ['--rm', '--label', label, '--network', 'host', '--volume', `${reports}:/work`];
  const user = [
    '--user',
    `${process.getuid?.()}:${process.getgid?.()}`,
    '-e',
    'STORE_ORDERS_API_KEY=test-api-key',
  ];
  const files = { json: 'c.json', junit: 'c.xml', sarif: 'c.sarif', html: 'c.html', markdown: 'c.md' };
  const flags = Object.entries(files).flatMap(([format, file]) => ['--report', `${format}=${file}`]);
  const check = (...rest: readonly string[]) =>
    docker('run', ...options, ...user, image, 'check', `${container.origin}/v1`, ...rest);
  const kept = await check('--level', 'probe', ...flags);
  expect(kept.code).toBe(0);
  for (const file of Object.values(files))
    expect((await stat(join(reports, file))).size).toBeGreaterThan(100);
  expect((await check('--api-key', 'not-the-key')).code).not.toBe(0);
  expect((await check('--levle', 'probe')).code).toBe(2);
});

/** Runs the script of the action as GitHub does, with default inputs except those given. */
async function act(
  inputs: Readonly<Record<string, string>>,
): Promise<Ended & { outputs: Map<string, string> }> {
  const work = await folder();
  const declared = parse(await readFile(join(root, 'action.yml'), 'utf8')).inputs;
  const values = Object.keys(declared).map((name) => [
    `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
    inputs[name] ?? declared[name].default,
  ]);
  const files = { GITHUB_OUTPUT: join(work, 'output'), GITHUB_STEP_SUMMARY: join(work, 'summary') };
  for (const file of Object.values(files)) await writeFile(file, '');
  const ended = await run(join(root, 'action/run.sh'), [], { ...Object.fromEntries(values), ...files }, work);
  const lines = (await readFile(files.GITHUB_OUTPUT, 'utf8')).trim().split('\n');
  const outputs = new Map(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  return { ...ended, outputs };
}

test('the action serves, and checks what it serves', async () => {
  const port = `${await closedPort()}`;
  const served = await act({ image, scenario: 'mixed', port, 'control-port': '0', seed: '42' });
  expect([served.code, served.stderr]).toEqual([0, '']);
  const output = (name: string): string => served.outputs.get(name) ?? '';
  try {
    expect(served.stdout).toContain(`::add-mask::${output('control-token')}`);
    const headers = { Authorization: `Bearer ${output('control-token')}` };
    const environments = await fetch(`${output('control-url')}/environments`, { headers });
    expect(environments.status).toBe(200);
    expect(JSON.parse(await environments.text()).environments[0].baseUrl).toBe(output('base-url'));
    const target = output('base-url');
    const checked = await act({ image, command: 'check', target, level: 'probe', arguments: '--wait 5' });
    expect([checked.code, checked.outputs.get('exit-code')]).toEqual([0, '0']);
    for (const report of ['report-json', 'report-junit', 'report-sarif', 'report-html'])
      expect((await stat(checked.outputs.get(report) ?? '')).size).toBeGreaterThan(100);
  } finally {
    await docker('rm', '--force', '--volumes', output('container'));
  }
});

test('the action fails with the exit code of the checker, and with the log of a failed start', async () => {
  const unreached = await act({ image, command: 'check', target: 'http://127.0.0.1:9/v1' });
  expect([unreached.code, unreached.outputs.get('exit-code')]).toEqual([3, '3']);
  const unserved = await act({ image, scenario: 'mixd', port: '0', 'control-port': '0' });
  expect(unserved.stderr).toContain('did you mean "mixed"');
  expect(unserved.code).toBe(2);
  const misspelled = await act({ image, command: 'srve' });
  expect([misspelled.code, misspelled.stdout.trim()]).toEqual([
    2,
    '::error title=store-orders-sim::the input command is "srve"; expected serve or check',
  ]);
});
