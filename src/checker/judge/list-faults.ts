import type { RuleId } from '../rules/rules.ts';
import { maxFindings } from './findings.ts';
import { type JsonNode, pointerStep } from './json-node.ts';

/** A place in a list that breaks a rule: the bytes from `start` to `end` of the body. */
export type ListFault = {
  readonly rule: RuleId;
  /** JSON pointer. */
  readonly where: string;
  readonly start: number;
  readonly end: number;
  readonly expected: string;
};

/** The faults of a list while they are gathered: 100 a rule are kept, all are counted. */
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
