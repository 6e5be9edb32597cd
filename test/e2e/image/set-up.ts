import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../src/version.ts';
import { docker, dockerText, image, label } from './docker.ts';

/** Test an existing image, as the release workflow does. */
const given = process.env.SIM_TEST_IMAGE !== undefined;

/** Builds the image before the tests. */
export async function setup(): Promise<void> {
  if (given) return;
  const args = ['build', '--label', label, '--tag', image, fileURLToPath(packageRoot)];
  const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8', maxBuffer: 64e6 });
  if (status !== 0) throw new Error(`docker build failed:\n${stdout}${stderr}`);
}

/** Removes the image after the tests, and every remaining container. */
export async function teardown(): Promise<void> {
  await removeContainers();
  if (!given) await docker('rmi', image);
}

async function removeContainers(): Promise<void> {
  const left = await dockerText('ps', '--all', '--quiet', '--filter', `label=${label}`);
  if (left !== '') await docker('rm', '--force', '--volumes', ...left.split('\n'));
}
