import type { RuleId } from '../report.ts';
import type { CancelOperation, ListOperation, Operation } from './operation.ts';

/** Operations on one order that no order of events explains, as few as possible, in the order of their begins. */
export type Contradiction = {
  readonly rule: RuleId;
  readonly order: string;
  readonly operations: readonly Operation[];
  readonly why: string;
};

export type Shown = {
  readonly exercised: Set<RuleId>;
  readonly contradictions: Contradiction[];
  /** The response to the cancel of an order that had been cancelled, if it was refused. */
  again?: 409 | 404;
};

/** Of each kind of evidence about one order, the operation that proves most: the one that ended first. */
export class OrderHistory {
  readonly #order: string;
  readonly #broken = new Set<RuleId>();
  /** It was there. */
  #seen: Operation | undefined;
  #success: CancelOperation | undefined;
  #conflict: CancelOperation | undefined;
  /** It had been there, and a cancel did not find it. */
  #notFound: CancelOperation | undefined;
  /** It had been there, and a list was without it. */
  #unlisted: ListOperation | undefined;
  #lastCancelEnd = Number.NEGATIVE_INFINITY;
  #listedBy: ListOperation | undefined;

  constructor(order: string) {
    this.#order = order;
  }

  addCancel(cancel: CancelOperation, shown: Shown): void {
    const { status, begin, end } = cancel;
    if (begin < this.#lastCancelEnd) shown.exercised.add('R35');
    else if (this.#success !== undefined) shown.exercised.add('R29');
    if (status === 204) this.#judgeSuccess(cancel, shown);
    if (this.#success !== undefined && status !== 204) shown.again = status === 409 ? 409 : 404;
    if (status !== 404 && isBefore(this.#conflict, cancel)) shown.exercised.add('R31');
    if (status === 404 && isBefore(this.#seen, cancel)) this.#notFound = earlier(this.#notFound, cancel);
    if (status === 204) this.#success ??= cancel;
    if (status === 409) this.#conflict = earlier(this.#conflict, cancel);
    if (status !== 404) this.#seen = earlier(this.#seen, cancel);
    this.#lastCancelEnd = Math.max(this.#lastCancelEnd, end);
  }

  addListed(list: ListOperation, shown: Shown): void {
    this.#listedBy = list;
    if (isBefore(this.#unlisted, list)) {
      shown.exercised.add('R36');
      const operations = [this.#seen, this.#unlisted, list];
      this.#breaks('R36', operations, 'an order that had left the list is listed again', shown);
    }
    this.#seen = earlier(this.#seen, list);
  }

  /** Adds a list, after those that it has, to the orders that it may not have. */
  addUnlisted(list: ListOperation, shown: Shown): void {
    if (this.#listedBy === list || !isBefore(this.#seen, list)) return;
    if (this.#unlisted !== undefined || isBefore(this.#success, list)) shown.exercised.add('R36');
    this.#unlisted = earlier(this.#unlisted, list);
  }

  /** An order succeeds in being cancelled once, and not after it was shown not to be pending. */
  #judgeSuccess(cancel: CancelOperation, shown: Shown): void {
    const success = this.#success;
    if (success !== undefined) {
      const rule = cancel.begin < success.end ? 'R35' : 'R29';
      this.#breaks(rule, [success, cancel], 'two cancels of one order succeeded', shown);
      return;
    }
    if (isBefore(this.#conflict, cancel))
      this.#breaks('R31', [this.#conflict, cancel], 'a cancel succeeded after another was refused', shown);
    if (isBefore(this.#notFound, cancel)) {
      const operations = [this.#seen, this.#notFound, cancel];
      this.#breaks('R26', operations, 'a cancel succeeded after another did not find the order', shown);
    }
    if (isBefore(this.#unlisted, cancel)) {
      const operations = [this.#seen, this.#unlisted, cancel];
      this.#breaks('R32', operations, 'a cancel succeeded after the order had left the list', shown);
    }
  }

  /** Reports a rule once: what follows the first contradiction may be its consequence. */
  #breaks(rule: RuleId, evidence: readonly (Operation | undefined)[], why: string, shown: Shown): void {
    if (this.#broken.has(rule)) return;
    this.#broken.add(rule);
    const known = evidence.filter((operation) => operation !== undefined);
    const operations = [...new Set(known)].sort((one, other) => one.begin - other.begin);
    shown.contradictions.push({ rule, order: this.#order, operations, why });
  }
}

function isBefore(one: Operation | undefined, other: Operation): boolean {
  return one !== undefined && one.end < other.begin;
}

function earlier<Kind extends Operation>(one: Kind | undefined, other: Kind): Kind {
  return one === undefined || other.end < one.end ? other : one;
}
