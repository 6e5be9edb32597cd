/** A module in `modules/`, with the tools that its tests need. */
export type Language = {
  readonly name: string;
  readonly tools: readonly (readonly string[])[];
  readonly needs: string;
};

export const languages: readonly Language[] = [
  {
    name: 'python',
    tools: [['python3', '-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))']],
    needs: 'Python 3.10 with venv',
  },
  {
    name: 'java',
    tools: [
      ['javac', '--release', '11', '--version'],
      ['mvn', '--version'],
    ],
    needs: 'a JDK 11 with Maven',
  },
  {
    name: 'go',
    tools: [['sh', '-c', 'go version | grep -Eq "go1\\.(2[5-9]|[3-9][0-9])"']],
    needs: 'Go 1.25',
  },
];
