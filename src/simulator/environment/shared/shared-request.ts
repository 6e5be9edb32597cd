import type { CancelOutcome } from '../../orders/order-store.ts';
import type { StatusLetter } from '../../orders/valkey/order-mirror.ts';
import type { BegunRequest, EnvironmentState } from '../environment.ts';
import type { Choices } from '../gaps/choices.ts';
import { Outdated } from '../outdated.ts';
import type { Committed } from './shared-commits.ts';
import type { SharedEpoch } from './shared-epoch.ts';
import { writeLag } from './shared-list-lag.ts';

/** Creates the request that continues one which ran on an old copy, with the number that it got. */
export type BeginAgain = (number: number) => BegunRequest;

const outcomes: Readonly<Record<StatusLetter, CancelOutcome>> = {
  p: { kind: 'cancelled', sequence: 0 },
  s: { kind: 'already-shipped' },
  c: { kind: 'already-cancelled' },
  '-': { kind: 'unknown' },
};

/**
 * What one request reads and does. It runs on the copy of this process, and its commit does everything in one round trip if
 * the copy is up to date. With faults it makes each change when it reaches it, because a fault can end it before or after.
 */
export class SharedRequest {
  readonly counts: EnvironmentState['counts'];
  /** Whether a call for it failed, so that its outcome is unknown. */
  failed = false;
  /** Whether it has changed an order already. */
  hasChanged = false;
  readonly beginAgain: BeginAgain;
  readonly #epoch: SharedEpoch;
  readonly #version: string;
  #number: number | undefined;
  #list = '';
  #cancel = '';

  /** Without a number it has not begun in the shared store. */
  constructor(epoch: SharedEpoch, number: number | undefined, beginAgain: BeginAgain) {
    this.#epoch = epoch;
    this.#version = epoch.version;
    this.#number = number;
    this.beginAgain = beginAgain;
    this.counts = new RequestCounts(number ?? 0, epoch.lists, () => {
      this.#list = this.#number === undefined ? `${epoch.mirror.revision}` : '*';
    });
  }

  /** Cancels an order: when the request commits, or at once with faults. */
  async cancelNow(orderId: bigint, lag: string): Promise<CancelOutcome> {
    const outcome = await this.#epoch.store.cancel(orderId, lag);
    this.hasChanged ||= outcome.kind === 'cancelled';
    return outcome;
  }

  cancel(orderId: bigint, lag: Choices['list-lag'] | undefined, now: number) {
    const text = lag === undefined ? '' : writeLag(lag, now);
    if (this.#epoch.parts.faults.any) return this.cancelNow(orderId, text);
    const { mirror } = this.#epoch;
    const expected = mirror.statusOf(orderId);
    this.#cancel = `${expected}${mirror.statusAtStart(orderId)}${orderId} ${text}`;
    return outcomes[expected];
  }

  /** Numbers a message. The request begins first, so that the number is not lost if it has to begin again. */
  async nextMessage(): Promise<number> {
    if (this.#number === undefined) {
      this.#number = await this.#epoch.countRequest();
      if (this.#epoch.version !== this.#version) throw new Outdated(this.beginAgain(this.#number));
    }
    return this.#epoch.nextMessage();
  }

  /** Makes the change and keeps the exchange in one step. Report the outcome with `committed`, or set `failed`. */
  commit(exchange: string, body: string, replaces: number | undefined): Promise<Committed> {
    const commit = {
      number: this.#number,
      version: this.#version,
      replaces,
      list: this.#list,
      cancel: this.#cancel,
      body,
      exchange,
    };
    this.#list = '';
    this.#cancel = '';
    return this.#epoch.commit(commit);
  }

  committed({ number }: Committed): void {
    this.#number = number;
  }
}

/** The counts that a request starts from. Reports when it shows a list. */
class RequestCounts {
  requests: number;
  messages = 0;
  #lists: number;
  readonly #onList: () => void;

  constructor(requests: number, lists: number, onList: () => void) {
    this.requests = requests;
    this.#lists = lists;
    this.#onList = onList;
  }

  get lists(): number {
    return this.#lists;
  }

  set lists(lists: number) {
    this.#lists = lists;
    this.#onList();
  }
}
