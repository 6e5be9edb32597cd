import type { Criteria } from '../../contract/criteria.ts';
import { hideInResponse } from '../../contract/hide-in-report.ts';
import type { Operation } from '../../contract/history/operation.ts';
import { type Contract, openContract } from '../../contract/open-contract.ts';
import type { GapObservation, Report, ReportedFinding } from '../../contract/report.ts';
import { passive, Session } from '../../contract/session.ts';
import { createSecrets, redacted, type Secrets } from '../../secrets/secrets.ts';
import { createInOrder } from './in-order.ts';
import { createKeptExchanges, shortenExchange } from './kept-exchanges.ts';
import { type NotJudged, placeRequest } from './place-request.ts';
import type { ProxiedExchange } from './proxied-exchange.ts';
import { readExchange } from './read-exchange.ts';
import { createRecentSecrets } from './recent-secrets.ts';
import { createTrafficCounts, whyNotExercised } from './traffic-counts.ts';

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
};

export type PassedExchange = {
  readonly number: number;
  readonly why: NotJudged;
  /** Why there was no connection to the upstream. */
  readonly noConnection?: string | undefined;
  readonly seen?: readonly GapObservation[];
};

const maxDistinct = 10_000;
const maxOrders = 100_000;
/** How many exchanges wait for an earlier one, so that cancels are compared in the order of sending. */
const maxWaiting = 1_000;

/** Creates an observer. Opens the contract, which takes some 100 ms. */
export async function createObserver(options: ObserverOptions): Promise<Observer> {
  const hiding: Hiding = { secrets: createSecrets([]) };
  const contract = await openContract((...given) => hiding.secrets.hide(...given));
  return new Observer(options, contract, hiding);
}

type Hiding = { secrets: Secrets };

/** Judges the traffic of a proxy, exchange by exchange, in bounded memory. */
export class Observer {
  readonly #options: ObserverOptions;
  readonly #hiding: Hiding;
  readonly #session: Session;
  readonly #secrets = createRecentSecrets();
  readonly #operations = createInOrder(
    ({ operation, keep }: { readonly operation: Operation; readonly keep: () => void }) =>
      this.#keepIfNew(() => this.#session.addOperation(operation), keep),
    maxWaiting,
  );
  readonly #counts = createTrafficCounts();
  readonly #kept = createKeptExchanges();
  readonly #bases = new Set<string>();
  #saidBroken = false;

  constructor(options: ObserverOptions, contract: Contract, hiding: Hiding) {
    this.#options = options;
    this.#hiding = hiding;
    this.#session = new Session(contract, options.criteria, { maxDistinct, maxOrders });
  }

  /** Judges an exchange of the contract. Call it again only when it has resolved. */
  async judge(exchange: ProxiedExchange): Promise<void> {
    const placed = placeRequest(exchange.request, this.#options.upstreamPath);
    if (placed === undefined) return;
    const { basePath } = placed;
    const secrets = this.#secrets.add(exchange.request);
    this.#hiding.secrets = secrets;
    const recorded = await readExchange(exchange, placed);
    const before = this.#session.collector.news;
    const operation = await this.#session.addRecorded(recorded, basePath, secrets.hide);
    const isNew = this.#session.collector.news > before;
    this.#counts.addJudged(recorded, exchange.outcome);
    this.#addBase(basePath);
    const shortened = shortenExchange(recorded.exchange);
    const keep = (): void => this.#kept.add(hideInResponse(shortened, secrets));
    if (isNew) keep();
    // Orders whose ids are hidden cannot be told apart.
    const isHidden = operation?.kind === 'cancel' && operation.order.endsWith(redacted);
    this.#operations.add(exchange.number, operation && !isHidden ? { operation, keep } : undefined);
    if (isNew) this.#sayBroken();
  }

  /** Counts an exchange that is not judged, and adds what it shows in the gaps. */
  pass({ number, why, noConnection, seen = [] }: PassedExchange): void {
    for (const observation of seen) this.#session.collector.observed(observation);
    this.#counts.addNotJudged(why, noConnection);
    this.#operations.add(number, undefined);
  }

  forgetOrders(): void {
    this.#operations.flush();
    this.#session.forgetOrders();
  }

  /** Returns the report of what was judged so far. It contains no secret of a request. */
  report(): Report {
    this.#operations.flush();
    const { startedAt, baseUrl } = this.#options;
    const { startedAt: first = startedAt, endedAt: last = startedAt } = this.#counts.period ?? {};
    return this.#session.report({
      target: baseUrl,
      ...passive,
      startedAt: first,
      endedAt: last,
      exchanges: this.#kept.list(),
      exchangesJudged: this.#counts.judged,
      incomplete: this.#counts.incomplete(baseUrl),
      notes: [...this.#counts.notes(), ...this.#boundNotes()],
      whyNotExercised: (rule) => whyNotExercised(rule, this.#counts.judged),
      secrets: this.#secrets.all(),
    });
  }

  #boundNotes(): readonly string[] {
    const { late } = this.#operations;
    const full = `More than ${maxOrders} orders were cancelled: R29, R31, R35 and R36 compare the cancels of the first ones`;
    const ended = `${late} requests ended long after later ones: not used for R29, R31, R35 and R36`;
    return [...(this.#session.isFull ? [full] : []), ...(late > 0 ? [ended] : [])];
  }

  #keepIfNew(add: () => void, keep: () => void): void {
    const before = this.#session.collector.news;
    add();
    if (this.#session.collector.news === before) return;
    keep();
    this.#sayBroken();
  }

  #addBase(basePath: string): void {
    if (this.#bases.size >= maxDistinct || this.#bases.has(basePath)) return;
    this.#bases.add(basePath);
    const { baseUrl, upstreamPath } = this.#options;
    this.#session.addBase(upstreamPath === '' ? baseUrl + basePath : baseUrl);
  }

  #sayBroken(): void {
    const { onBroken, baseUrl } = this.#options;
    if (this.#saidBroken || onBroken === undefined) return;
    const findings = this.#session.whatBreaks({ incomplete: this.#counts.incomplete(baseUrl) });
    this.#saidBroken = findings.length > 0;
    if (this.#saidBroken) onBroken(findings);
  }
}
