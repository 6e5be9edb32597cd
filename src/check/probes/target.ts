import { randomBytes } from 'node:crypto';
import { type RequestKey, validKey } from '../../contract/api-key.ts';
import {
  documentedStatuses,
  isUnavailable,
  type PlannedRequest,
  summarise,
} from '../../contract/exchange.ts';
import type { ReadOrderList } from '../../contract/judge/order-list.ts';
import type { RuleId } from '../../contract/report.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
import type { ResultCollector } from '../../contract/result-collector.ts';
import type { CheckSettings } from '../check-settings.ts';
import { createListsSeen, type ListsSeen, smallestAbsent } from '../safety/lists-seen.ts';
import { type Attempt, createSafeSender, type SafeSenderOptions } from '../safety/safe-sender.ts';
import { createOthers, type Others } from './others.ts';

export type DrawId = (from: bigint, to: bigint) => bigint;

export type TargetOptions = Omit<SafeSenderOptions, 'lists' | 'settings'> & {
  readonly settings: CheckSettings;
  readonly readList: ReadOrderList;
  readonly collector: ResultCollector;
  readonly drawId: DrawId;
};

export type IdClass = { readonly name: string; readonly from: bigint; readonly to: bigint };

const long = 10n ** 18n;

/** Every check tries each of these kinds, so that two checks of one target agree. */
export const idClasses: readonly IdClass[] = [
  { name: 'an id of 19 digits', from: long, to: 2n ** 63n - 1n },
  { name: 'a negative id of 19 digits', from: -(2n ** 63n), to: -long },
  { name: 'an id of 32 bits', from: smallestAbsent, to: 2n ** 31n - 1n },
  { name: 'a negative id of 32 bits', from: -(2n ** 31n), to: -smallestAbsent },
];

export const drawRandomId: DrawId = (from, to) =>
  from + (randomBytes(8).readBigUInt64BE() % (to - from + 1n));

const maxDraws = 100;

/** What a probe sees of the target: it sends requests that the gate permits, and decides rules by what they got. */
export class ProbeTarget {
  readonly settings: CheckSettings;
  readonly lists: ListsSeen;
  readonly readList: ReadOrderList;
  readonly collector: ResultCollector;
  readonly sender: ReturnType<typeof createSafeSender>;
  readonly others: Others;
  readonly now: () => number;
  /** Waits for some milliseconds, or until the check ends. */
  readonly pause: (ms: number) => Promise<void>;
  /** The orders whose cancel got a 204, with the number of its exchange. */
  readonly cancelled = new Map<bigint, number>();
  readonly #drawId: DrawId;
  readonly #named: ReadonlySet<bigint>;
  /** The named orders that this check has tried to cancel, with any key, and that have not shipped. */
  readonly #tried = new Set<bigint>();

  constructor(options: TargetOptions) {
    const { settings, readList, collector, drawId, clock, signal } = options;
    const { pendingIds, shippedIds, raceIds } = settings;
    this.settings = settings;
    this.readList = readList;
    this.collector = collector;
    this.now = clock.now;
    this.pause = (ms) => clock.sleep(ms, signal);
    this.#drawId = drawId;
    this.#named = new Set([...pendingIds, ...shippedIds, ...raceIds]);
    this.lists = createListsSeen(readList, this.#named);
    this.sender = createSafeSender({ ...options, lists: this.lists });
    this.others = createOthers(this.lists, collector, this.#tried, shippedIds);
  }

  send(request: PlannedRequest): Promise<Attempt> {
    return this.sender.attempt(request);
  }

  /** Requests a list. The judge decides the rules about its content. */
  async list(key: RequestKey = validKey, query = ''): Promise<Attempt> {
    const attempt = await this.send(listOrders(key, query));
    if (key.kind === 'valid' && query === '') this.statusOf(['R04'], attempt);
    return attempt;
  }

  async readableList(): Promise<void> {
    if (this.lists.latest().kind === 'unreadable') await this.list();
  }

  async cancel(id: bigint, key: RequestKey = validKey): Promise<Attempt> {
    const attempt = await this.send(cancelOrder(id, key));
    const mayChange = this.#named.has(id) && !this.settings.shippedIds.includes(id);
    if (attempt.kind !== 'withheld' && mayChange) this.#tried.add(id);
    return attempt;
  }

  /** Cancels an order of the first kind that has an id that no list contains. A named order is never one. */
  async cancelAbsent(key: RequestKey, kinds: readonly IdClass[]): Promise<Attempt> {
    let refused: bigint | undefined;
    for (const { from, to } of kinds)
      for (let draws = 0; draws < maxDraws; draws += 1) {
        const id = this.#drawId(from, to);
        if (this.#named.has(id)) continue;
        if (this.lists.whyNotAbsent(id) === undefined) return this.send(cancelOrder(id, key));
        refused = id;
      }
    // The gate refuses it, with its reason.
    return refused === undefined
      ? { kind: 'withheld', reason: 'only ids of named orders were drawn' }
      : this.send(cancelOrder(refused, key));
  }

  /**
   * Returns the status of an attempt if a probe may judge it. Otherwise returns undefined and marks the rules as untested:
   * nothing was sent, no response was received, or the status is not documented, which breaks R03.
   */
  statusOf(rules: readonly RuleId[], attempt: Attempt): number | undefined {
    const reason = whyNoStatus(attempt);
    if (reason !== undefined) this.collector.untested(rules, reason);
    return reason === undefined && attempt.kind === 'responded' ? attempt.response.status : undefined;
  }

  /**
   * Decides a rule by the status of one attempt: kept if it is in `allowed`, otherwise broken. Returns whether it was kept, or
   * undefined if the rule could not be tested.
   */
  expect(rule: RuleId, attempt: Attempt, allowed: readonly number[], expected: string): boolean | undefined {
    const status = this.statusOf([rule], attempt);
    if (status === undefined || attempt.kind !== 'responded') return undefined;
    const { exchange, response } = attempt;
    if (allowed.includes(status)) this.collector.kept(rule, exchange);
    else {
      const found = { rule, exchange: exchange.number, expected, got: summarise(response) };
      this.collector.broken(found, exchange.request.operationId);
    }
    return allowed.includes(status);
  }
}

export function whyNoResponse(attempt: Attempt): string | undefined {
  if (attempt.kind === 'responded') return undefined;
  if (attempt.kind === 'withheld') return attempt.reason;
  return `request ${attempt.exchange.number} got no response: ${attempt.message}`;
}

function whyNoStatus(attempt: Attempt): string | undefined {
  if (attempt.kind !== 'responded') return whyNoResponse(attempt);
  const { status } = attempt.response;
  const { operationId } = attempt.exchange.request;
  if (operationId !== undefined && documentedStatuses[operationId].includes(status)) return undefined;
  return `request ${attempt.exchange.number} got a ${status}${isUnavailable(status) ? '' : ', which breaks R03'}`;
}
