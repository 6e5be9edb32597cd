import type { RuleId } from '../rules/rules.ts';
import type { HideKey } from '../wire/hide-key.ts';
import { excerpt, excerptOfValue } from './excerpt.ts';
import type { Findings } from './findings.ts';
import type { JsonText } from './strict-json.ts';

/** What a pass over one exchange works on. */
export type Judging = {
  readonly findings: Findings;
  /** Grows: the rules that this exchange can break. */
  readonly exercised: Set<RuleId>;
  readonly hide: HideKey;
};

/** A place of a body that breaks a rule; the value there is the bytes from `start` to `end`. */
export type Place = {
  readonly where: string;
  readonly start: number;
  readonly end: number;
  readonly expected: string;
};

/** Notes that a value of `bytes` breaks a rule. */
export function addValueFinding(
  { findings, hide }: Judging,
  rule: RuleId,
  bytes: Buffer,
  { where, start, end, expected }: Place,
): void {
  findings.add(rule, { where, expected, got: () => excerptOfValue(bytes, start, end, hide) });
}

/** Notes what a JSON text breaks, under one rule. */
export function addFlaws({ findings, hide }: Judging, rule: RuleId, bytes: Buffer, text: JsonText): void {
  for (const { pointer, at, what, expected } of text.flaws) {
    findings.add(rule, { where: pointer, expected, got: () => `${what} at ${excerpt(bytes, at, hide)}` });
  }
  findings.count(rule, text.flawCount - text.flaws.length);
}
