import type { Finding } from '../finding.ts';
import type { RuleId } from '../rules/rules.ts';
import type { Exchange, OperationId } from '../wire/exchange.ts';
import type { OrderIds } from './order-ids.ts';

/** What one exchange shows about the contract. */
export type Judgement = {
  /** In the order of the message, at most 100 a rule. */
  readonly findings: readonly Finding[];
  /** How often each broken rule is broken, with those beyond the 100 counted too. */
  readonly counts: ReadonlyMap<RuleId, number>;
  /** The rules that this exchange could have broken: the broken ones and the kept ones. */
  readonly exercised: readonly RuleId[];
  /** Whether an answer came whose status is not documented for the operation. */
  readonly undocumentedStatus: boolean;
};

/** An OpenAPI document, opened to judge exchanges by. */
export type Contract = {
  /** The path of the document. */
  readonly documentPath: string;
  /** Whether the document has this status for the operation. */
  documents(operationId: OperationId, status: number): boolean;
  /**
   * Judges by what stands in the exchange alone: R02 to R12, R19 to R24, R27 and R28. Rules about what the target
   * should have answered (R13 to R18, R25, R26, R29 to R32) belong to the probes. A failed exchange breaks R02 when
   * its reason is `malformed`, and nothing otherwise.
   */
  judge(exchange: Exchange): Promise<Judgement>;
};

/** A list of orders as a probe needs it. */
export type OrderList =
  /** `ids` has each order's exact id; an order without an int64 id counts in `withoutId`. */
  | {
      readonly kind: 'read';
      readonly orders: number;
      readonly ids: OrderIds;
      readonly withoutId: number;
    }
  /** Not one JSON array: `why` says so in a clause. */
  | { readonly kind: 'unreadable'; readonly why: string };

/** Reads the body of a list answer: undefined, as in `Answer.body`, is unreadable. */
export type ReadOrderList = (body: Buffer | undefined) => OrderList;
