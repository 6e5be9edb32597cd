import { expect, test } from 'vitest';
import { ciFile, readSarifUri } from './ci-file.ts';

const repository = { GITHUB_REPOSITORY: 'shop/orders' };

test.each<[string | undefined, Record<string, string>]>([
  [undefined, {}],
  [
    '.github/workflows/contract.yml',
    { ...repository, GITHUB_WORKFLOW_REF: 'shop/orders/.github/workflows/contract.yml@refs/heads/main' },
  ],
  [undefined, { ...repository, GITHUB_WORKFLOW_REF: 'other/ci/.github/workflows/x.yml@refs/heads/main' }],
  ['.gitlab-ci.yml', { GITLAB_CI: 'true' }],
  ['ci/contract.yml', { GITLAB_CI: 'true', CI_CONFIG_PATH: 'ci/contract.yml' }],
  [undefined, { GITLAB_CI: 'true', CI_CONFIG_PATH: 'ci.yml@group/project' }],
  [undefined, { GITLAB_CI: 'true', CI_CONFIG_PATH: 'https://host/ci.yml' }],
  ['.circleci/config.yml', { CIRCLECI: 'true' }],
  ['bitbucket-pipelines.yml', { BITBUCKET_BUILD_NUMBER: '7' }],
  ['Jenkinsfile', { JENKINS_URL: 'https://ci/' }],
])('finds %s with %j', (file, variables) => {
  expect(ciFile(variables)).toBe(file);
});

test.each([
  ['contract.yml', 'contract.yml'],
  ['./ci/contract.yml', 'ci/contract.yml'],
  ['ci\\contract.yml', 'ci/contract.yml'],
])('reads --sarif-uri %s', (text, file) => {
  expect(readSarifUri(text)).toEqual({ kind: 'value', value: file });
});

test.each(['', '/etc/x', '../x', 'a/../../x', 'https://host/x', 'C:\\x'])(
  'refuses --sarif-uri %j',
  (text) => {
    expect(readSarifUri(text)).toMatchObject({ kind: 'problem', problem: { what: `cannot be "${text}"` } });
  },
);
