import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/version.ts';
import { currentNames, filesOfRelease, filesWithNames } from './published-names.ts';

const read = (file: string): string => readFileSync(new URL(file, packageRoot), 'utf8');
const current = currentNames();

test('every file has the repository and the version of package.json', () => {
  for (const [file, text] of filesWithNames(current)) expect(read(file), file).toBe(text);
});

test('one command gives every file the names of a fork', () => {
  const fork = filesWithNames({ repository: 'Fork-For-A-Test/Its-Name', version: '1.2.3' });
  expect([...fork.keys()]).toEqual(
    expect.arrayContaining(['package.json', 'action.yml', 'examples/github-actions/action.yml']),
  );
  const text = [...fork.values()].join('\n');
  expect(text).not.toContain(current.repository);
  expect(text).toContain('git+https://github.com/Fork-For-A-Test/Its-Name.git');
  expect(text).toContain('ghcr.io/fork-for-a-test/its-name:1.2.3');
  expect(text).toContain('uses: Fork-For-A-Test/Its-Name@v1.2.3');
  expect(text).toContain('store-orders-sim-1.2.3.tgz');
  const group = '<groupId>io.github.fork-for-a-test</groupId>';
  for (const file of ['modules/java/pom.xml', 'modules/java/README.md'])
    expect(fork.get(file)).toMatch(
      new RegExp(`${group}\\s+<artifactId>store-orders-sim</artifactId>\\s+<version>1\\.2\\.3<`),
    );
  expect(text).toContain('io.github.fork-for-a-test:store-orders-sim:1.2.3');
  expect(fork.get('modules/python/pyproject.toml')).toContain('version = "1.2.3"');
  expect(fork.get('modules/go/go.mod')).toContain('module github.com/Fork-For-A-Test/Its-Name/modules/go');
});

test('a release publishes the npm package and the modules with the image of its version', () => {
  const files = [...filesOfRelease({ repository: 'Fork-For-A-Test/Its-Name', version: '1.2.3' })];
  const expected = expect.stringContaining('"ghcr.io/fork-for-a-test/its-name:1.2.3"');
  expect(files).toEqual(files.map(([file]) => [file, expected]));
  expect(files.length).toBe(3);
});

test('one command finds every file that names the repository', () => {
  const { repository } = current;
  const args = ['grep', '--name-only', '--fixed-strings', repository];
  const { stdout } = spawnSync('git', args, { cwd: fileURLToPath(packageRoot), encoding: 'utf8' });
  const found = [...filesWithNames({ ...current, repository: 'Fork-For-A-Test/Its-Name' }).keys()];
  const named = stdout.trim().split('\n');
  expect(named).toContain('package.json');
  expect(named.filter((file) => !found.includes(file))).toEqual([]);
});

test('no recipe names another image of ours', () => {
  const { repository, version } = current;
  const images = [...filesWithNames(current).values()].flatMap(
    (text) => text.match(/ghcr\.io\/[^\s`"'})]+/g) ?? [],
  );
  expect(new Set(images)).toEqual(new Set([`ghcr.io/${repository.toLowerCase()}:${version}`]));
});

test('a clone has one name for its image: in the build command, the Testcontainers module and Compose', () => {
  const { image } = JSON.parse(read('package.json')).config;
  for (const page of ['README.md', 'Dockerfile']) expect(read(page)).toContain(`docker build -t ${image} .`);
  expect(read('examples/compose.yaml')).toContain(`\${STORE_ORDERS_IMAGE:-${image}}`);
});

test('a release fails as long as a file has the name of another repository, and says which and what to run', () => {
  const script = fileURLToPath(new URL('generate-names.ts', import.meta.url));
  const check = (repository: string) =>
    spawnSync(process.execPath, [script, '--check', repository], { encoding: 'utf8' });
  expect(check(current.repository)).toMatchObject({ status: 0, stderr: '' });
  const { status, stderr } = check('Fork-For-A-Test/Its-Name');
  expect(status).toBe(1);
  for (const file of ['package.json', 'action.yml', 'modules/go/go.mod']) expect(stderr).toContain(file);
  expect(stderr).toContain('npm run generate:names -- Fork-For-A-Test/Its-Name');
});
