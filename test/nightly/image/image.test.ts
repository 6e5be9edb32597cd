import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot, version } from '../../../src/version.ts';
import { base, docker, dockerText, image } from '../../e2e/image/docker.ts';

const megabyte = 1e6;

const withBuildKit = spawnSync('docker', ['buildx', 'version']).status === 0;
test.runIf(withBuildKit)('BuildKit finds nothing in the Dockerfile', async () => {
  const args = ['buildx', 'build', '--check', fileURLToPath(packageRoot)];
  expect(await docker(...args)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('WARNING') });
});

test('adds at most 25 MB to its base', async () => {
  const [size, baseSize] = await Promise.all(
    [image, base].map(async (name) => Number(await dockerText('inspect', '-f', '{{.Size}}', name))),
  );
  const layers = await dockerText('history', '--format', '{{.Size}}\t{{.CreatedBy}}', image);
  const added = ((size ?? 0) - (baseSize ?? 0)) / megabyte;
  console.log(`base ${(baseSize ?? 0) / megabyte} MB, added ${added.toFixed(1)} MB:\n${layers}`);
  expect(added).toBeGreaterThan(1);
  expect(added).toBeLessThanOrEqual(25);
});

test('has labels, runs as an unprivileged user and starts without a shell', async () => {
  const { Config: config } = JSON.parse(await dockerText('inspect', image))[0];
  expect(config.User).toMatch(/^[1-9][0-9]*:0$/);
  expect(config.Entrypoint.slice(0, 1)).toEqual(['node']);
  expect(config.Cmd).toBeNull();
  expect(config.Healthcheck.Test.slice(0, 2)).toEqual(['CMD', 'node']);
  expect(Object.keys(config.ExposedPorts)).toEqual(['4010/tcp', '4011/tcp']);
  // A volume of the image would stay behind after each container that is not started with --rm.
  expect(config.Volumes).toBeNull();
  expect(config.StopSignal).toBe('SIGTERM');
  for (const name of ['title', 'description', 'licenses', 'version', 'revision'])
    expect(config.Labels).toHaveProperty([`org.opencontainers.image.${name}`]);
});

test('contains no package manager, tests, sources or telemetry', async () => {
  const options = ['--rm', '--entrypoint', 'find', image];
  const { stdout } = await docker('run', ...options, '/app', '/usr/local', '/opt', '-print');
  const paths = stdout.trim().split('\n');
  expect(paths).toContain('/app/dist/cli/program.cjs');
  // `init` writes its example with a test.
  const unwanted =
    /\/(?:npm|npx|corepack|yarn)$|(?<!\/app\/examples\/init\/.*)\.test\.|\.d\.ts$|\.map$|\/app\/(?:src|test|node_modules)(?:\/|$)/;
  expect(paths.filter((path) => unwanted.test(path))).toEqual([]);
});

test('contains the licences of the bundled packages', async () => {
  const { stdout } = await docker('run', '--rm', '--entrypoint', 'cat', image, '/app/dist/licences.txt');
  for (const name of ['router', '@peculiar/x509', 'zod', 'ajv', '@faker-js/faker'])
    expect(stdout).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: MIT$`, 'm'));
  expect(stdout).toMatch(/^@stoplight\/prism-http \d+\.\d+\.\d+: Apache-2\.0$/m);
});

test('has the command on the PATH of a container', async () => {
  const options = ['--rm', '--entrypoint', 'store-orders-sim', image];
  expect((await docker('run', ...options, '--version')).stdout).toBe(`${version}\n`);
});
