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
