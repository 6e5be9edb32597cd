import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { version } from '../../../src/version.ts';
import { image, label } from '../../e2e/image/docker.ts';
import { newFolder } from '../../support/new-folder.ts';

test('writes the archive of its program, which needs neither Docker nor another Node.js', () => {
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
