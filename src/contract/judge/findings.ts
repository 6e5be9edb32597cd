import type { Secrets } from '../../secrets/secrets.ts';
import type { DataPath } from '../../text-place.ts';
import type { Finding } from '../report.ts';
import type { RuleId } from '../rules/rules.ts';
import { excerpt, excerptOfValue } from './excerpt.ts';
import { type JsonNode, pointer } from './json-node.ts';
import type { Judgement } from './judgement.ts';
import type { JsonText } from './strict-json.ts';

/** The maximum number of findings that are kept for one rule, of an exchange and of a report; all are counted. */
export const maxFindings = 100;

/** A finding before it is kept. `got` reads in the body and is called only for a finding that is kept. */
export type Found = { readonly where?: string; readonly expected: string; readonly got: () => string };

/** Keeps 100 items for each rule, and counts all. */
class CountedByRule<Item> {
  readonly kept: Item[] = [];
  readonly counts = new Map<RuleId, number>();

  protected keep(rule: RuleId, make: () => Item): void {
    const before = this.counts.get(rule) ?? 0;
    this.counts.set(rule, before + 1);
    if (before < maxFindings) this.kept.push(make());
  }
}

export class Findings extends CountedByRule<Finding> {
  readonly exchange: number;

  constructor(exchange: number) {
    super();
    this.exchange = exchange;
  }

  add(rule: RuleId, { got, ...found }: Found): void {
    this.keep(rule, () => ({ rule, exchange: this.exchange, ...found, got: got() }));
  }

  count(rule: RuleId, more: number): void {
    if (more > 0) this.counts.set(rule, (this.counts.get(rule) ?? 0) + more);
  }
}

export type JudgeContext = ReturnType<typeof newContext>;

export function newContext(exchange: number, hide: Secrets['hide']) {
  return {
    findings: new Findings(exchange),
    /** The rules that this exchange can break. The judge adds to it. */
    exercised: new Set<RuleId>(),
    /** Why this exchange cannot break a rule about what it contains. The judge adds to it. */
    untested: [] as { readonly rule: RuleId; readonly reason: string }[],
    hide,
  };
}

export function toJudgement(
  { findings, exercised, untested }: JudgeContext,
  undocumentedStatus = false,
): Judgement {
  const { kept, counts } = findings;
  return { findings: kept, counts, exercised: [...exercised].sort(), untested, undocumentedStatus };
}

/** A place in a body that breaks a rule: the bytes from `start` to `end`. */
export type Place = {
  readonly where: string;
  readonly start: number;
  readonly end: number;
  readonly expected: string;
};

/** Adds the finding that a value in `bytes` breaks a rule. */
export function addValueFinding(
  { findings, hide }: JudgeContext,
  rule: RuleId,
  bytes: Buffer,
  { where, start, end, expected }: Place,
): void {
  findings.add(rule, { where, expected, got: () => excerptOfValue(bytes, start, end, hide) });
}

/** Adds the flaws of a JSON text as findings of one rule. */
export function addFlaws(
  { findings, hide }: JudgeContext,
  rule: RuleId,
  bytes: Buffer,
  text: JsonText,
): void {
  for (const { pointer, at, what, expected } of text.flaws) {
    findings.add(rule, { where: pointer, expected, got: () => `${what} at ${excerpt(bytes, at, hide)}` });
  }
  findings.count(rule, text.flawCount - text.flaws.length);
}

export type ListFault = Place & { readonly rule: RuleId };

export class ListFaults extends CountedByRule<ListFault> {
  add(rule: RuleId, path: DataPath, { start, end }: JsonNode, expected: string): void {
    this.keep(rule, () => ({ rule, where: pointer(path), start, end, expected }));
  }
}
