import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/version.ts';

const read = (file: string): string => readFileSync(new URL(file, packageRoot), 'utf8');
const { repository, version } = JSON.parse(read('package.json'));
const name: string = new URL(repository.url).pathname.slice(1).replace(/\.git$/, '');

/** Returns the tracked files with a text. */
function filesWith(text: string): readonly string[] {
  const args = [
    'grep',
    '--name-only',
    '-I',
    '--ignore-case',
    '--fixed-strings',
    text,
    '--',
    ':!test',
    ':!docs/maintainers',
  ];
  const { stdout } = spawnSync('git', args, { cwd: fileURLToPath(packageRoot), encoding: 'utf8' });
  return stdout.trim().split('\n');
}

test.each(filesWith(name))(
  '%s names the image and the action of this repository with its version',
  (file) => {
    const registry = new RegExp(`ghcr\\.io/(?!${name.toLowerCase()}:)`);
    expect(read(file)).not.toMatch(registry);
    const named = read(file).matchAll(new RegExp(`${name}(?::|@v|/modules/go v)(\\d[\\w.-]*\\w)`, 'gi'));
    for (const [whole, given] of named) expect(given, whole).toBe(version);
  },
);

test.each([
  ['modules/java/pom.xml', /<artifactId>store-orders-sim<\/artifactId>\s*<version>(.+)</],
  ['modules/java/README.md', /<artifactId>store-orders-sim<\/artifactId>\s*<version>(.+)</],
  ['examples/junit5/pom.xml', /<artifactId>store-orders-sim<\/artifactId>\s*<version>(.+)</],
  ['docs/languages/java.md', /:store-orders-sim:([\d.]+\d)/],
  ['modules/python/pyproject.toml', /name = "store-orders-sim"\nversion = "(.+)"/],
  ['docs/guides/testing.md', /store-orders-sim-(\S+)\.tgz/],
])('%s has the version of the package', (file, pattern) => {
  expect(pattern.exec(read(file))?.[1]).toBe(version);
});
