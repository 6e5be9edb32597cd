import { invalid, type SettingReading, value } from '../../options/setting.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the file of the user's repository that runs the check, relative to its root, as the variables of the CI system
 * show it. Returns undefined outside of CI, or if the file is in another repository.
 */
export function ciFile(variables: Variables): string | undefined {
  const { GITHUB_WORKFLOW_REF: workflow, GITHUB_REPOSITORY: repository } = variables;
  if (workflow !== undefined) {
    const path = workflow.split('@', 1)[0] ?? '';
    return path.startsWith(`${repository}/`) ? path.slice(`${repository}/`.length) : undefined;
  }
  if (variables.GITLAB_CI !== undefined) {
    const path = variables.CI_CONFIG_PATH ?? '.gitlab-ci.yml';
    // Another project (`ci.yml@group/project`) or an address.
    return /[@:]/.test(path) ? undefined : path;
  }
  if (variables.CIRCLECI !== undefined) return '.circleci/config.yml';
  if (variables.BITBUCKET_BUILD_NUMBER !== undefined) return 'bitbucket-pipelines.yml';
  return variables.JENKINS_URL === undefined ? undefined : 'Jenkinsfile';
}

export function readSarifUri(text: string): SettingReading<string> {
  const path = text.replaceAll('\\', '/').replace(/^\.\//, '');
  const inside =
    path !== '' && !/^\/|^[A-Za-z][A-Za-z0-9+.-]*:/.test(path) && !path.split('/').includes('..');
  if (inside) return value(path);
  return invalid({
    what: `cannot be "${text}"`,
    expected: 'a file relative to the root of your repository, such as .github/workflows/contract.yml',
  });
}
