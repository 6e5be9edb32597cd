/** How much a broken rule weighs: a violation breaks the contract, a notice is worth knowing. */
export type Severity = 'violation' | 'notice';

/** One statement of the specification, in a form that an exchange can keep or break. */
export type Rule = {
  /** Stable, for `--ignore` and reports: `R01`. */
  readonly id: string;
  /** For people: `list-answers-200`. */
  readonly key: string;
  /** The statement, as one sentence. */
  readonly sentence: string;
  /** The part of the specification that says so, or the standard it rests on. */
  readonly spec: string;
  /** JSON pointer to the place in `openapi/store-orders.yaml`. */
  readonly pointer: string;
  readonly severity: Severity;
};
