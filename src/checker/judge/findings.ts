import type { Finding } from '../finding.ts';
import type { RuleId } from '../rules/rules.ts';

/** The most findings that are kept for one rule of one exchange; more are only counted. */
export const maxFindings = 100;

/** A finding before it is known to be kept; `got` is asked only then, for it reads in the body. */
export type Found = { readonly where?: string; readonly expected: string; readonly got: () => string };

/** The findings of one exchange, while they are gathered. */
export class Findings {
  readonly #exchange: number;
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<RuleId, number>();

  constructor(exchange: number) {
    this.#exchange = exchange;
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

  /** Counts more of the same, which nobody looked at one by one. */
  count(rule: RuleId, more: number): void {
    if (more > 0) this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + more);
  }
}
