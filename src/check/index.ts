/**
 * The public entry `store-orders-sim/check`: checks a deployment, or recorded traffic, against the contract.
 *
 * `checkContract` and `checkHar` return a `Report`, even if the target breaks the contract or
 * cannot be reached. They throw a UserError, whose `exitCode` is 2, for an invalid option or file. The `exitCode` of a report is that of the
 * command `check`: 0 if the contract is kept, 1 if it is broken, 3 if the target was not reached or not checked as
 * requested, 130 if the check was aborted.
 *
 * @example
 * import { checkContract } from 'store-orders-sim/check';
 *
 * const report = await checkContract({ url: 'https://host.example/v1', apiKey: 'secret' });
 * expect(report.findings).toEqual([]);
 * expect(report.incomplete).toBeUndefined();
 *
 * @module
 */
export type { CriteriaOptions } from '../contract/criteria.ts';
export type { Exchange, ExchangeOutcome, PlannedRequest, ReceivedResponse } from '../contract/exchange.ts';
export type {
  Finding,
  GapObservation,
  Incomplete,
  Level,
  NamedOrder,
  Report,
  ReportedFinding,
  ReportedGap,
  RuleId,
  RuleResult,
} from '../contract/report.ts';
export { rules } from '../contract/rules/rules.ts';
export { type CheckHarOptions, checkHar } from '../traffic/har/check-har.ts';
export { checkContract } from './check-contract.ts';
export type { CheckOptions } from './check-options.ts';
export { type CheckPlan, formatPlan, planCheck } from './plan-check.ts';
export type { CheckContext } from './target-access.ts';
