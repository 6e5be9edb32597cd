import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot, version } from '../../../src/version.ts';
import { base, docker, dockerText, image } from '../../e2e/image/docker.ts';

/** Runs another program of the image. */
const inImage = async (program: string, ...args: readonly string[]) =>
  (await docker('run', '--rm', '--entrypoint', program, image, ...args)).stdout;

const withBuildKit = spawnSync('docker', ['buildx', 'version']).status === 0;
test.runIf(withBuildKit)('BuildKit finds nothing in the Dockerfile', async () => {
  const args = ['buildx', 'build', '--check', fileURLToPath(packageRoot)];
  expect(await docker(...args)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('WARNING') });
});

test('adds at most 25 MB to its base', async () => {
  const sizes = await dockerText('inspect', '-f', '{{.Size}}', image, base);
  const [size = 0, baseSize = 0] = sizes.split('\n').map(Number);
  const added = (size - baseSize) / 1e6;
  expect(added).toBeGreaterThan(1);
  expect(added).toBeLessThanOrEqual(25);
});

test('has labels, runs as an unprivileged user and starts without a shell', async () => {
  const { Config: config } = JSON.parse(await dockerText('inspect', image))[0];
  expect(config).toMatchObject({
    User: expect.stringMatching(/^[1-9][0-9]*:0$/),
    Entrypoint: ['node', ...config.Entrypoint.slice(1)],
    Healthcheck: { Test: ['CMD', 'node', ...config.Healthcheck.Test.slice(2)] },
    ExposedPorts: { '4010/tcp': {}, '4011/tcp': {} },
    StopSignal: 'SIGTERM',
  });
  // A volume of the image would stay behind after each container that is not started with --rm.
  expect([config.Cmd, config.Volumes]).toEqual([null, null]);
  for (const name of ['title', 'description', 'licenses', 'version', 'revision'])
    expect(config.Labels).toHaveProperty([`org.opencontainers.image.${name}`]);
});

test('contains no package manager, tests, sources or telemetry', async () => {
  const paths = (await inImage('find', '/app', '/usr/local', '/opt', '-print')).trim().split('\n');
  expect(paths).toContain('/app/dist/cli/run.cjs');
  // `init` writes its example with a test.
  const unwanted =
    /\/(?:npm|npx|corepack|yarn)$|(?<!\/app\/examples\/init\/.*)\.test\.|\.d\.ts$|\.map$|\/app\/(?:src|test|node_modules)(?:\/|$)/;
  expect(paths.filter((path) => unwanted.test(path))).toEqual([]);
});

test('has the command on its PATH, and the licences of the bundled packages', async () => {
  expect(await inImage('store-orders-sim', '--version')).toBe(`${version}\n`);
  const licences = await inImage('cat', '/app/dist/licences.txt');
  expect(licences).toMatch(/^@faker-js\/faker \d+\.\d+\.\d+: MIT$/m);
  expect(licences).toMatch(/^@stoplight\/prism-http \d+\.\d+\.\d+: Apache-2\.0$/m);
});
