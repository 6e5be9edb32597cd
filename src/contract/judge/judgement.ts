import type { Exchange } from '../exchange.ts';
import type { Finding } from '../report.ts';
import type { RuleId } from '../rules/rules.ts';

export type Judgement = {
  /** In the order of the message, at most 100 for each rule. */
  readonly findings: readonly Finding[];
  /** The number of findings for each broken rule, including those beyond 100. */
  readonly counts: ReadonlyMap<RuleId, number>;
  readonly exercised: readonly RuleId[];
  /** The rules that this exchange could not test, although it was sent for them. */
  readonly untested?: readonly { readonly rule: RuleId; readonly reason: string }[];
  /** Whether the response has a status that is not documented for the operation. */
  readonly undocumentedStatus: boolean;
};

export type Judge = (exchange: Exchange) => Promise<Judgement>;
