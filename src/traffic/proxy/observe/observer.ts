import { createResultCollector, type ResultCollector } from '../../../contract/collect-results.ts';
import type { Criteria } from '../../../contract/criteria.ts';
import { decide, type Verdict } from '../../../contract/decide.ts';
import { hideInReport, hideInResponse } from '../../../contract/hide-in-report.ts';
import { judgeBase } from '../../../contract/recorded/judge-recorded.ts';
import {
  type Cancel,
  type CancelHistory,
  cancelOf,
  createCancelHistory,
} from '../../../contract/recorded/recorded-rules.ts';
import type { GapObservation, Report, ReportedFinding } from '../../../contract/report.ts';
import { rules } from '../../../contract/rules/rules.ts';
import { redacted } from '../../../secrets/secrets.ts';
import { version } from '../../../version.ts';
import type { ProxiedExchange } from '../proxied-exchange.ts';
import { createInOrder, type InOrder } from './in-order.ts';
import { createKeptExchanges, shortenExchange } from './kept-exchanges.ts';
import { type NotJudged, type PlacedRequest, placeRequest } from './place-request.ts';
import { createTrafficCounts, whyNotExercised } from './traffic-counts.ts';
import { createTrafficJudge, type JudgedExchange, type TrafficJudge } from './traffic-judge.ts';

/** Options of `createObserver`. */
export type ObserverOptions = {
  /** The base address of the upstream without credentials, as the report names it. */
  readonly baseUrl: string;
  /** Its path, without a slash at the end. */
  readonly upstreamPath: string;
  readonly criteria: Criteria;
  /** When the proxy started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Called once, with the first findings that make the exit code 1. */
  readonly onBroken?: ((findings: readonly ReportedFinding[]) => void) | undefined;
  /** Receives each judged exchange. */
  readonly onJudged?: ((judged: JudgedExchange, placed: PlacedRequest) => void) | undefined;
};

/** An exchange that is not judged. */
export type PassedExchange = {
  readonly number: number;
  readonly why: NotJudged;
  /** Why there was no connection to the upstream. */
  readonly noConnection?: string | undefined;
  /** What it shows in the gaps. */
  readonly seen?: readonly GapObservation[];
};

/** Judges the traffic of a proxy, exchange by exchange, in bounded memory. */
export type Observer = {
  /** Judges an exchange of the contract. Call it again only when it has resolved. */
  judge(exchange: ProxiedExchange): Promise<void>;
  /** Counts an exchange that is not judged, and adds what it shows in the gaps. */
  pass(passed: PassedExchange): void;
  /** Forgets the orders, because the upstream was reset: the same order may be cancelled again. */
  forgetOrders(): void;
  /** Returns the report of what was judged so far. It contains no secret of a request. `now` is in milliseconds since 1970. */
  report(now: number): Report;
};

/** How many different findings and observations are told apart. */
const maxDistinct = 10_000;
/** How many orders are remembered, so that their cancels can be compared. */
const maxOrders = 100_000;
/** How many exchanges wait for an earlier one, so that cancels are compared in the order of sending. */
const maxWaiting = 1_000;

/** Creates an observer. Opens the contract, which takes some 100 ms. */
export async function createObserver(options: ObserverOptions): Promise<Observer> {
  const collector = createResultCollector(options.criteria.skip, maxDistinct);
  return new TrafficObserver(options, collector, await createTrafficJudge(collector));
}

type OrderedCancel = { readonly cancel: Cancel; readonly keep: () => void };

class TrafficObserver implements Observer {
  readonly #options: ObserverOptions;
  readonly #collector: ResultCollector;
  readonly #judge: TrafficJudge;
  readonly #history: CancelHistory;
  readonly #cancels: InOrder<OrderedCancel>;
  readonly #counts = createTrafficCounts();
  readonly #kept = createKeptExchanges();
  readonly #bases = new Set<string>();
  #saidBroken = false;

  constructor(options: ObserverOptions, collector: ResultCollector, judge: TrafficJudge) {
    this.#options = options;
    this.#collector = collector;
    this.#judge = judge;
    this.#history = createCancelHistory(collector, maxOrders);
    this.#cancels = createInOrder((next) => this.#compare(next), maxWaiting);
  }

  async judge(exchange: ProxiedExchange): Promise<void> {
    const placed = placeRequest(exchange.request, this.#options.upstreamPath);
    if (placed === undefined) return;
    const { basePath } = placed;
    const judged = await this.#judge.judge(exchange, placed);
    const { recorded, secrets, isFresh } = judged;
    this.#counts.addJudged(recorded, exchange.outcome);
    this.#addBase(basePath);
    const shortened = shortenExchange(recorded.exchange);
    const keep = (): void => this.#kept.add(hideInResponse(shortened, secrets));
    if (isFresh) keep();
    const cancel = cancelOf(recorded);
    // Orders whose ids are hidden cannot be told apart.
    if (cancel === undefined || cancel.path.endsWith(redacted)) this.#cancels.add(exchange.number, undefined);
    else {
      const own = { ...cancel, path: basePath + cancel.path, statusLine: secrets.hide(cancel.statusLine) };
      this.#cancels.add(exchange.number, { cancel: own, keep });
    }
    this.#options.onJudged?.(judged, placed);
    if (isFresh) this.#sayBroken();
  }

  pass({ number, why, noConnection, seen = [] }: PassedExchange): void {
    for (const observation of seen) this.#collector.observed(observation);
    this.#counts.addNotJudged(why, noConnection);
    this.#cancels.add(number, undefined);
  }

  forgetOrders(): void {
    this.#cancels.flush();
    this.#history.clear();
    this.#judge.forgetOrders();
  }

  report(now: number): Report {
    this.#cancels.flush();
    const { startedAt } = this.#options;
    const { startedAt: first = startedAt, endedAt: last = startedAt } = this.#counts.period ?? {};
    const verdict = this.#decide(now);
    const report: Report = {
      tool: { name: 'store-orders-sim', version },
      target: this.#options.baseUrl,
      level: 'passive',
      headers: [],
      startedAt: new Date(first).toISOString(),
      durationMs: last - first,
      gaps: this.#collector.results.gaps,
      orders: [],
      exchanges: this.#kept.list(),
      exchangesJudged: this.#counts.judged,
      ...verdict,
      notes: [
        ...this.#counts.notes(),
        ...boundNotes(this.#history.isFull, this.#cancels.late),
        ...verdict.notes,
      ],
    };
    return hideInReport(report, this.#judge.credentials);
  }

  #compare({ cancel, keep }: OrderedCancel): void {
    if (!this.#history.add(cancel)) return;
    keep();
    this.#sayBroken();
  }

  #addBase(basePath: string): void {
    if (this.#bases.size >= maxDistinct || this.#bases.has(basePath)) return;
    this.#bases.add(basePath);
    const { baseUrl, upstreamPath } = this.#options;
    judgeBase(upstreamPath === '' ? baseUrl + basePath : baseUrl, this.#collector);
  }

  #decide(now: number): Verdict {
    const { results } = this.#collector;
    const { criteria, baseUrl } = this.#options;
    const reasons = new Map(rules.map(({ id }) => [id, whyNotExercised(id, this.#counts.judged)] as const));
    const missing = [...reasons, ...results.reasons].filter(([id]) => !results.exercised.has(id));
    return decide({
      results: { ...results, reasons: new Map(missing) },
      criteria,
      orders: [],
      incomplete: this.#counts.incomplete(baseUrl),
      now,
    });
  }

  #sayBroken(): void {
    const { onBroken, startedAt } = this.#options;
    if (this.#saidBroken || onBroken === undefined) return;
    const { exitCode, findings } = this.#decide(startedAt);
    this.#saidBroken = exitCode === 1;
    if (this.#saidBroken) onBroken(findings.filter(({ accepted }) => accepted === undefined));
  }
}

function boundNotes(isFull: boolean, late: number): readonly string[] {
  return [
    ...(isFull
      ? [`More than ${maxOrders} orders were cancelled: R29 and R31 compare the cancels of the first ones`]
      : []),
    ...(late > 0 ? [`${late} cancels ended long after later ones: not used for R29 and R31`] : []),
  ];
}
