import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/version.ts';
import { runs } from '../examples/projects/project.ts';

/** A module in `modules/`, with the tools that its `test.sh` needs. */
export type Language = {
  readonly name: string;
  readonly tools: readonly (readonly string[])[];
  readonly needs: string;
  /** The last line of its tests with its program, and with containers: how many passed. */
  readonly passed: RegExp;
};

export const languages: readonly Language[] = [
  {
    name: 'python',
    tools: [['python3', '-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))']],
    needs: 'Python 3.10 with venv',
    passed: /^(\d+) passed in /m,
  },
  {
    name: 'java',
    tools: [
      ['javac', '--release', '11', '--version'],
      ['mvn', '--version'],
    ],
    needs: 'a JDK 11 with Maven',
    passed: /^.*Tests run: (\d+), Failures: 0, Errors: 0, Skipped: 0$/m,
  },
  {
    name: 'go',
    tools: [['sh', '-c', 'go version | grep -Eq "go1\\.(2[5-9]|[3-9][0-9])"']],
    needs: 'Go 1.25',
    passed: /^(\d+) tests passed$/m,
  },
];

export const modulesFolder: string = fileURLToPath(new URL('modules/', packageRoot));

export const hasTools = ({ tools }: Language): boolean => tools.every(runs);
