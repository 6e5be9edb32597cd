import { nearestHint } from '../text/nearest.ts';
import { type Problem, UserError } from '../user-error.ts';
import type { OperationId } from './exchange.ts';
import type { Severity } from './rules/rule.ts';
import { ruleIds as ids, isOfAll, type RuleId } from './rules/rules.ts';

/** Options that decide the exit code of a check. */
export type CriteriaOptions = {
  /** What makes the exit code 1. Default: `violation`; `notice` includes violations. */
  readonly failOn?: Severity | undefined;
  /** Rules whose findings do not affect the exit code, or only those of an operation: `R19`, `R19:listOrders`. */
  readonly ignore?: readonly string[] | undefined;
  /** Rules that are not checked. Requests that decide only these rules are not sent. */
  readonly skip?: readonly string[] | undefined;
  /** Rules that must be exercised, and not only in part: otherwise the exit code is 3. `all` names every rule but those of level `race`. */
  readonly require?: readonly string[] | undefined;
};

export type Criteria = ReturnType<typeof readCriteria>;

const operations: readonly OperationId[] = ['listOrders', 'cancelOrder'];

/** Returns whether findings of a rule and an operation do not count. */
export function isIgnored(
  { ignore }: Pick<Criteria, 'ignore'>,
  rule: RuleId,
  operation: OperationId | undefined,
): boolean {
  return ignore.includes(rule) || ignore.includes(`${rule}:${operation}`);
}

function isRequired(id: string, require: readonly string[]): boolean {
  return require.includes(id) || (require.includes('all') && isOfAll(id));
}

/** Validates the criteria and adds the defaults. Throws one `UserError` with all problems. */
export function readCriteria(options: CriteriaOptions) {
  const problems = criteriaProblems(options);
  if (problems.length > 0) throw new UserError(problems);
  const { failOn = 'violation', ignore = [], skip = [], require = [] } = options;
  return {
    failOn,
    ignore,
    skip: ids.filter((id) => skip.includes(id)),
    require: ids.filter((id) => isRequired(id, require)),
  };
}

/** Returns what is wrong with criteria. An unknown rule gets the nearest id as a hint. */
export function criteriaProblems(options: CriteriaOptions): readonly Problem[] {
  const { ignore = [], skip = [], require = [] } = options;
  return [
    ...unknownRules(
      '--ignore',
      ignore,
      ids.flatMap((id) => [id, ...operations.map((operation) => `${id}:${operation}`)]),
    ),
    ...unknownRules('--skip', skip, ids),
    ...unknownRules('--require', require, [...ids, 'all']),
    ...skip
      .filter((id) => isRequired(id, require))
      .map((id) => ({
        where: '--skip',
        what: `${id} is also named by --require`,
        hint: 'remove it from one of them',
      })),
  ];
}

function unknownRules(where: string, given: readonly string[], known: readonly string[]): readonly Problem[] {
  return given
    .filter((id) => !known.includes(id))
    .map((id) => ({ where, what: `there is no rule "${id}"`, hint: nearestHint(id, known) }));
}
