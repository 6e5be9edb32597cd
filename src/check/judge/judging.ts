import type { HideKey } from '../exchange/hide-key.ts';
import type { RuleId } from '../rules/rules.ts';
import { excerpt, excerptOfValue } from './excerpt.ts';
import type { Findings } from './findings.ts';
import type { JsonNode } from './json-node.ts';
import type { JsonText } from './strict-json.ts';

/** What a pass over one exchange works on. */
export type Judging = {
  readonly findings: Findings;
  /** Grows: the rules that this exchange can break. */
  readonly exercised: Set<RuleId>;
  readonly hide: HideKey;
};

/** Notes that a value of `bytes` breaks a rule. */
export function addValueFinding(
  { findings, hide }: Judging,
  rule: RuleId,
  bytes: Buffer,
  place: { readonly where: string; readonly node: JsonNode; readonly expected: string },
): void {
  const { where, node, expected } = place;
  findings.add(rule, { where, expected, got: () => excerptOfValue(bytes, node.start, node.end, hide) });
}

/** Notes what a JSON text breaks, under one rule. */
export function addFlaws({ findings, hide }: Judging, rule: RuleId, bytes: Buffer, text: JsonText): void {
  for (const { pointer, at, what, expected } of text.flaws) {
    findings.add(rule, { where: pointer, expected, got: () => `${what} at ${excerpt(bytes, at, hide)}` });
  }
  findings.count(rule, text.flawCount - text.flaws.length);
}
