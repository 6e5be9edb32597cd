import type { Secrets } from '../secrets/secrets.ts';
import { version } from '../version.ts';
import type { Criteria } from './criteria.ts';
import { decide, type Evidence, type Verdict } from './decide.ts';
import type { Exchange } from './exchange.ts';
import { hideInReport } from './hide-in-report.ts';
import { History, judgeOperation } from './history/history.ts';
import type { Operation } from './history/operation.ts';
import type { Known } from './judge/judge.ts';
import type { Contract } from './open-contract.ts';
import { type RecordedExchange, RecordedOperations } from './recorded.ts';
import type { Report, ReportedFinding } from './report.ts';
import { ResultCollector } from './result-collector.ts';

/** What a report says besides what its session collected. */
export type ReportFrame = Pick<Report, 'target' | 'level' | 'headers' | 'exchanges' | 'exchangesJudged'> &
  Pick<Evidence, 'orders' | 'incomplete' | 'whyNotExercised'> & {
    readonly startedAt: number;
    readonly endedAt: number;
    /** They precede those of the session. */
    readonly notes?: readonly string[];
    readonly secrets: Secrets;
  };

/** What the reports of recorded traffic have in common: nothing was sent for them. */
export const passive = { level: 'passive', headers: [], orders: [] } as const satisfies Partial<ReportFrame>;

type HideIn = (text: string) => string;

/**
 * Judges exchanges one by one, and makes the report. What several exchanges show together is judged by the probes of a check,
 * which add to `collector`, or, for recorded traffic, by the session itself.
 */
export class Session {
  readonly collector: ResultCollector;
  readonly #contract: Contract;
  readonly #criteria: Criteria;
  readonly #recorded: RecordedOperations;
  readonly #history: History;

  /**
   * @param maxDistinct how many different findings and observations are told apart
   * @param maxOrders how many orders are remembered, so that their cancels can be compared
   */
  constructor(contract: Contract, criteria: Criteria, maxDistinct?: number, maxOrders?: number) {
    this.#contract = contract;
    this.#criteria = criteria;
    this.collector = new ResultCollector(criteria.skip, maxDistinct);
    this.#recorded = new RecordedOperations(contract.readList);
    this.#history = new History(maxOrders);
  }

  /** Judges an exchange by itself, and observes its gaps. `hide` hides secrets of the exchange. */
  add(exchange: Exchange, known?: Known, hide: HideIn = (text) => text): void {
    const { findings, exercised } = this.#contract.judge(exchange, known);
    for (const rule of exercised) this.collector.kept(rule, exchange);
    for (const { where, got, ...finding } of findings) {
      const place = where !== undefined && { where: hide(where) };
      this.collector.broken({ ...finding, ...place, got: hide(got) }, exchange.request.operationId);
    }
    if (known?.headersKnown === false) return;
    for (const one of this.#contract.observe(exchange))
      this.collector.observed({ ...one, observed: hide(one.observed) });
  }

  /**
   * Judges an exchange that others had: nothing was sent for it, so it shows only what its traffic shows. Add it after each one
   * that ended before it began. Returns what it says about orders, for `addOperation`.
   *
   * @param basePath tells environments apart
   */
  addRecorded(recorded: RecordedExchange, basePath: string, hide?: HideIn): Operation | undefined {
    this.add(recorded.exchange, recorded, hide);
    return this.#recorded.read(recorded, basePath);
  }

  /** Compares an operation with the earlier ones of its orders. Add each one after those that ended before it began. */
  addOperation(operation: Operation): void {
    judgeOperation(operation, this.#history, this.collector);
  }

  addBase(baseUrl: string): void {
    const expected = 'a base address whose path ends in /v1';
    // A host may be called v1.
    if (/:\/\/[^/]+.*\/v1$/s.test(baseUrl)) this.collector.kept('R01', undefined);
    else this.collector.broken({ rule: 'R01', exchange: undefined, expected, got: baseUrl }, undefined);
  }

  /** Forgets the orders, because the target was reset: the same order may be cancelled again. */
  forgetOrders(): void {
    this.#recorded.clear();
    this.#history.clear();
  }

  get isFull(): boolean {
    return this.#history.isFull;
  }

  /** Returns the report of what was added so far, without secrets. No report comes about in another way. */
  report({ startedAt, endedAt, secrets, notes = [], ...frame }: ReportFrame): Report {
    const { target, level, headers, orders, exchanges, exchangesJudged } = frame;
    const verdict = this.#decide(frame);
    const report: Report = {
      tool: { name: 'store-orders-sim', version },
      target,
      level,
      headers,
      startedAt: new Date(startedAt).toISOString(),
      durationMs: endedAt - startedAt,
      gaps: this.collector.gaps,
      orders,
      exchanges,
      ...(exchangesJudged !== undefined && { exchangesJudged }),
      ...verdict,
      notes: [...notes, ...verdict.notes],
    };
    return hideInReport(report, secrets);
  }

  /** Returns the findings that count, if they break the contract. */
  whatBreaks(evidence: Pick<Evidence, 'incomplete'>): readonly ReportedFinding[] {
    const { exitCode, findings } = this.#decide({ ...evidence, orders: [] });
    return exitCode === 1 ? findings.filter(({ ignored }) => !ignored) : [];
  }

  #decide(evidence: Omit<Evidence, 'collector' | 'criteria'>): Verdict {
    return decide({ ...evidence, collector: this.collector, criteria: this.#criteria });
  }
}
