import { spawnSync } from 'node:child_process';

/** A bug that is planted into the client of a project, and the tests that have to fail then. */
export type Plant = {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly fails: readonly string[];
};

/** A project in `examples/`. */
export type Project = {
  readonly name: string;
  /** Each is run to find out whether the toolchain is there. */
  readonly tools: readonly (readonly string[])[];
  /** What a user without the toolchain installs. */
  readonly needs: string;
  /** The module in `modules/` that it uses, if that is not the npm package. */
  readonly module?: string;
  /** The commands that install the module, as in the README of the project. */
  readonly install?: readonly (readonly string[])[];
  /** As in the README of the project. */
  readonly command: readonly string[];
  /** A part of the output if all seven tests pass. */
  readonly passed: RegExp;
  /** Finds the name of each failed test in the output. */
  readonly failed: RegExp;
  /** The client under test. */
  readonly client: string;
  readonly plants: readonly Plant[];
};

/** The Python that has pytest: that of the path, or that of the system. */
export const python =
  ['python3', '/usr/bin/python3'].find((one) => runs([one, '-m', 'pytest', '--version'])) ?? 'python3';

/** Whether a project can be run on this machine. */
export const hasToolchain = ({ tools }: Project): boolean => tools.every(runs);

/** Whether a command exists and exits with 0. */
export function runs([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
