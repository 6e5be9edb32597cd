import type { Exchange, OperationId } from '../exchange.ts';
import type { Finding } from '../report.ts';
import type { RuleId } from '../rules/rules.ts';

/** The judgement of one exchange. */
export type Judgement = {
  /** In the order of the message, at most 100 for each rule. */
  readonly findings: readonly Finding[];
  /** The number of findings for each broken rule, including those beyond 100. */
  readonly counts: ReadonlyMap<RuleId, number>;
  /** The rules that this exchange broke or kept. */
  readonly exercised: readonly RuleId[];
  /** Whether the response has a status that is not documented for the operation. */
  readonly undocumentedStatus: boolean;
};

/** Judges one exchange. */
export type Judge = (exchange: Exchange) => Promise<Judgement>;

/** An opened OpenAPI document that judges exchanges. */
export type Contract = {
  /** Returns whether the document has this status for the operation. */
  documents(operationId: OperationId, status: number): boolean;
  /**
   * Judges an exchange by its own content: R02 to R12, R19 to R24, R27 and R28. Rules about the expected response (R13
   * to R18, R25, R26, R29 to R32) belong to the probes. A failed exchange breaks R02 if its reason is `malformed`,
   * otherwise no rule.
   */
  readonly judge: Judge;
};
