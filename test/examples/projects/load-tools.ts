import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { runs } from './project.ts';

/** A tool that runs one of `examples/load-tests`, with 8 users. */
export type LoadTool = {
  readonly name: string;
  readonly program: string;
  args(history: string, baseUrl: string): readonly string[];
};

const goPrograms = runs(['go', 'version'])
  ? [join(execFileSync('go', ['env', 'GOPATH'], { encoding: 'utf8' }).trim(), 'bin/k6')]
  : [];

const all: readonly (Omit<LoadTool, 'program'> & { readonly programs: readonly string[] })[] = [
  {
    name: 'Locust',
    programs: ['locust'],
    args: (_, baseUrl) => ['-f', 'locustfile.py', '--headless', '-u', '8', '-r', '8', '-H', baseUrl],
  },
  {
    name: 'k6',
    programs: ['k6', ...goPrograms],
    args: (history) => ['run', '--quiet', '--log-format', 'raw', '--console-output', history, 'k6.js'],
  },
];

const found = all.map(({ programs, ...tool }) => ({
  ...tool,
  program: programs.find((program) => runs([program, tool.name === 'k6' ? 'version' : '--version'])),
}));

/** Those that are on this machine. */
export const loadTools: readonly LoadTool[] = found.flatMap(({ program, ...tool }) =>
  program === undefined ? [] : [{ ...tool, program }],
);

/** The names of those that are not. */
export const missingLoadTools: readonly string[] = found.flatMap(({ name, program }) =>
  program === undefined ? [name] : [],
);
