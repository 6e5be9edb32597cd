import type { Exchange } from '../../contract/exchange.ts';
import type { ComparedGap } from '../../contract/gaps/expected-profile.ts';
import { observedProfile } from '../../contract/gaps/observed-profile.ts';
import { isBroken, type Report, type ReportedFinding, type RuleResult } from '../../contract/report.ts';
import { type JsonExchange, jsonExchange } from '../reports/json.ts';

/** One statement about a target: `rule R08 kept`, `gap list-order by-id`, `drift etag differs`, `check unreachable`. */
export type Statement = {
  readonly kind: 'check' | 'rule' | 'gap' | 'drift';
  /** Of a rule or a gap; empty for the check itself. */
  readonly name: string;
  /** Of a rule: kept, broken, accepted (its findings do not count), not-exercised. */
  readonly value: string;
  /** The reason, as a clause. */
  readonly detail?: string | undefined;
  /** The request that shows it, the same in each round. */
  readonly request?: string | undefined;
};

/** What is known of a target. Its size does not depend on the number of rounds. */
export type Snapshot = {
  /** By kind and name. */
  readonly statements: ReadonlyMap<string, Statement>;
  /** The exchanges of the last complete round, by their requests. They contain no secret. */
  readonly exchanges: ReadonlyMap<string, JsonExchange>;
};

/** A statement that is no longer true, and the one that is. */
export type Change = {
  readonly kind: Statement['kind'];
  readonly name: string;
  readonly from: string | undefined;
  readonly to: string;
  readonly detail: string | undefined;
  /** The exchange that shows the earlier statement, and the one that shows the later one. */
  readonly before: JsonExchange | undefined;
  readonly after: JsonExchange | undefined;
};

/** A round of a watch. */
export type SeenRound = {
  readonly report: Report;
  readonly drift: readonly ComparedGap[];
  /** Why it is incomplete; empty if it is complete. */
  readonly incomplete: { readonly kind: string; readonly message: string } | undefined;
};

/** Adds a round to what is known. A round that is incomplete changes only what it shows. */
export function addRound(
  known: Snapshot | undefined,
  round: SeenRound,
): { readonly snapshot: Snapshot; readonly changes: readonly Change[] } {
  const { report, incomplete } = round;
  const requests = requestNames(report.exchanges);
  const exchanges = new Map(
    report.exchanges.map((exchange) => [requests.get(exchange.number) ?? '', jsonExchange(exchange)]),
  );
  const statements = new Map(known?.statements);
  const changes: Change[] = [];
  for (const statement of statementsOf(round, requests)) {
    const { kind, name, value, detail, request } = statement;
    const key = `${kind} ${name}`;
    const before = statements.get(key);
    // Nothing was seen in this round, which denies nothing.
    if (before !== undefined && (value === 'unknown' || (value === 'not-exercised' && incomplete))) continue;
    statements.set(key, statement);
    if (before === undefined ? isGood(statement) : before.value === value) continue;
    // What was broken by one request is kept by the same one.
    const shownBy = request ?? before?.request ?? '';
    changes.push({
      ...{ kind, name, from: before?.value, to: value, detail },
      before: known?.exchanges.get(before?.request ?? shownBy),
      after: exchanges.get(shownBy),
    });
  }
  return {
    snapshot: { statements, exchanges: incomplete && known !== undefined ? known.exchanges : exchanges },
    changes,
  };
}

/** The first round is no change, unless it shows something wrong. */
function isGood({ kind, value }: Statement): boolean {
  return kind === 'gap' || ['complete', 'kept', 'accepted', 'not-exercised', 'same'].includes(value);
}

function statementsOf(
  { report, drift, incomplete }: SeenRound,
  requests: ReadonlyMap<number, string>,
): readonly Statement[] {
  const { rules, findings, gaps } = report;
  const shownBy = (exchange: number | undefined): string | undefined => requests.get(exchange ?? -1);
  const firstShown = (gap: string): string | undefined =>
    shownBy(gaps.find((one) => one.gap === gap)?.exchange);
  return [
    { kind: 'check', name: '', value: incomplete?.kind ?? 'complete', detail: incomplete?.message },
    ...rules.map((result): Statement => {
      const counted = findings.filter(({ rule }) => rule === result.rule);
      const finding = counted.find(({ accepted }) => accepted === undefined) ?? counted[0];
      const shown = { detail: describe(result, finding), request: shownBy(finding?.exchange) };
      return { kind: 'rule', name: result.rule, value: resultOf(result), ...shown };
    }),
    ...observedProfile(report).gaps.map(({ gap, seen }): Statement => {
      const value = seen.kind === 'choice' ? seen.choice : seen.kind;
      return { kind: 'gap', name: gap, value, request: firstShown(gap) };
    }),
    ...drift.map(({ observed: { gap }, expected, same }): Statement => {
      const value = same ? 'same' : 'differs';
      return { kind: 'drift', name: gap, value, detail: `expected ${expected}`, request: firstShown(gap) };
    }),
  ];
}

function resultOf(result: RuleResult): string {
  if (result.kind === 'passed') return 'kept';
  if (result.kind === 'not-exercised') return result.kind;
  return isBroken(result) ? 'broken' : 'accepted';
}

function describe(result: RuleResult, finding: ReportedFinding | undefined): string | undefined {
  if (result.kind === 'not-exercised') return result.reason;
  return finding && `expected ${finding.expected}, got ${finding.got}`;
}

/** Names each exchange by its request, in which only an id may be another one in the next round. */
function requestNames(exchanges: readonly Exchange[]): ReadonlyMap<number, string> {
  const times = new Map<string, number>();
  return new Map(
    exchanges.map(({ number, request: { operationId, method, path, query, key } }) => {
      const how = key.kind === 'invalid' ? key.how : key.kind;
      const name = `${method} ${operationId ?? path}?${query} ${how}`;
      const nth = (times.get(name) ?? 0) + 1;
      times.set(name, nth);
      return [number, `${name} ${nth}`];
    }),
  );
}
