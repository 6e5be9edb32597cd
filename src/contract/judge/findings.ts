import type { Secrets } from '../../secrets/secrets.ts';
import type { Finding } from '../report.ts';
import type { RuleId } from '../rules/rules.ts';
import { excerpt, excerptOfValue } from './excerpt.ts';
import { type JsonNode, pointerStep } from './json-node.ts';
import type { JsonText } from './strict-json.ts';

/** The maximum number of findings that are kept for one rule, of an exchange and of a report; all are counted. */
export const maxFindings = 100;

/** A finding before it is kept. `got` reads in the body and is called only for a finding that is kept. */
export type Found = { readonly where?: string; readonly expected: string; readonly got: () => string };

export class Findings {
  readonly #exchange: number;
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<RuleId, number>();

  constructor(exchange: number) {
    this.#exchange = exchange;
  }

  get exchange(): number {
    return this.#exchange;
  }

  get kept(): readonly Finding[] {
    return this.#kept;
  }

  get counts(): ReadonlyMap<RuleId, number> {
    return this.#counts;
  }

  add(rule: RuleId, { where, expected, got }: Found): void {
    const before = this.#counts.get(rule) ?? 0;
    this.#counts.set(rule, before + 1);
    if (before >= maxFindings) return;
    const place = where === undefined ? {} : { where };
    this.#kept.push({ rule, exchange: this.#exchange, ...place, expected, got: got() });
  }

  /** Counts findings that are not kept. */
  count(rule: RuleId, more: number): void {
    if (more > 0) this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + more);
  }
}

export type JudgeContext = {
  readonly findings: Findings;
  /** The rules that this exchange can break. The judge adds to it. */
  readonly exercised: Set<RuleId>;
  /** Why this exchange cannot break a rule about what it contains. The judge adds to it. */
  readonly untested: { readonly rule: RuleId; readonly reason: string }[];
  readonly hide: Secrets['hide'];
};

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

/** Collects the faults of a list: keeps 100 for each rule and counts all. */
export class ListFaults {
  readonly kept: ListFault[] = [];
  readonly counts = new Map<RuleId, number>();

  add(rule: RuleId, path: readonly (string | number)[], { start, end }: JsonNode, expected: string): void {
    const before = this.counts.get(rule) ?? 0;
    this.counts.set(rule, before + 1);
    if (before >= maxFindings) return;
    this.kept.push({ rule, where: path.map(pointerStep).join(''), start, end, expected });
  }
}
