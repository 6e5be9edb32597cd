export { type CheckContext, checkContract } from './check-contract.ts';
export { type CheckHarOptions, checkHar } from './check-har.ts';
export type { CheckOptions } from './check-options.ts';
export type { Finding, GapObservation } from './finding.ts';
export { type CheckPlan, formatPlan, planCheck } from './plan-check.ts';
export type { Incomplete, Level, Report, RuleResult } from './report.ts';
export { type RuleId, rules } from './rules/rules.ts';
export type { Exchange, ExchangeOutcome, PlannedRequest, ReceivedResponse } from './wire/exchange.ts';
