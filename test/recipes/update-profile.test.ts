import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/version.ts';
import { newFolder } from '../helpers/new-folder.ts';

const recipe = readFileSync(new URL('examples/github-actions/update-profile.yml', packageRoot), 'utf8');
const scripts: readonly string[] = parse(recipe).jobs.drift.steps.flatMap(({ run = [] }) => run);

/** A clone with a profile, in which `docker` ends a comparison with the given code, and `--update` writes a new profile. */
function aClone(code: number) {
  const folder = newFolder();
  const [bin, clone, origin] = [join(folder, 'bin'), join(folder, 'clone'), join(folder, 'origin.git')];
  const env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: folder,
    CALLS: join(folder, 'calls'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_DATE: '2026-01-20T10:00:00Z',
    IMAGE: 'image',
  };
  const run = (script: string) =>
    spawnSync('bash', ['-e', '-c', script], { cwd: clone, env, encoding: 'utf8' });
  const programs = {
    docker: `case "$*" in *--update*) echo new > staging.yaml;; *) echo found > drift.md; exit ${code};; esac`,
    gh: 'echo "gh $*" >> "$CALLS"; case "$*" in "pr list"*) echo 0;; esac',
  };
  for (const at of [bin, clone]) mkdirSync(at);
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  writeFileSync(join(clone, 'staging.yaml'), 'old\n');
  const begun = run(`git init --quiet --bare ${origin}; git init --quiet; git remote add origin ${origin}
    git add .; git -c user.name=a -c user.email=a@b commit --quiet --message first`);
  expect(begun).toMatchObject({ status: 0 });
  return { run, calls: () => run('cat "$CALLS"').stdout };
}

test('a drift becomes a branch with the new profile, and a pull request with the report', () => {
  const { run, calls } = aClone(4);
  for (const script of scripts) expect(run(script)).toMatchObject({ status: 0 });
  expect(run('git ls-remote --heads origin').stdout).toMatch(
    /^[0-9a-f]{40}\trefs\/heads\/observed-profile\n$/,
  );
  const shown = run(
    'git fetch --quiet origin observed-profile && git show --name-only --format=%s FETCH_HEAD',
  );
  expect(shown.stdout).toBe('Update the profile of staging\n\nstaging.yaml\n');
  expect(run('git show FETCH_HEAD:staging.yaml').stdout).toBe('new\n');
  expect(calls()).toMatch(/gh pr create --head observed-profile .*--body-file drift\.md\n$/);
});

test('without a drift nothing is pushed, and a broken contract fails the job', () => {
  const { run, calls } = aClone(0);
  for (const script of scripts) expect(run(script)).toMatchObject({ status: 0 });
  expect([run('git ls-remote --heads origin').stdout, calls()]).toEqual(['', '']);
  for (const code of [1, 3]) expect(aClone(code).run(scripts[0] ?? '').status).toBe(code);
});
