import type { RuleId } from '../rules/rule-ids.ts';
import type { CancelOperation, HistoryChoices, ListOperation, Operation } from './operation.ts';

/** Operations on one order that no order of events explains, as few as possible, in the order of their begins. */
export type Contradiction = {
  readonly rule: RuleId;
  readonly order: string;
  readonly operations: readonly Operation[];
  /** Why they contradict each other, as a clause. */
  readonly why: string;
};

export type Shown = {
  /** The rules that it could have broken. */
  readonly exercised: Set<RuleId>;
  readonly contradictions: Contradiction[];
  /** The response to the cancel of an order that had been cancelled, if it was refused. */
  again?: 409 | 404;
};

/** Of each kind of evidence about one order, the operation that proves most: the one that ended first. */
export class OrderHistory {
  readonly #order: string;
  readonly #choices: HistoryChoices;
  readonly #broken = new Set<RuleId>();
  /** It was there. */
  #seen: Operation | undefined;
  #success: CancelOperation | undefined;
  #conflict: CancelOperation | undefined;
  /** It had been there, and a cancel did not find it. */
  #notFound: CancelOperation | undefined;
  /** It had been there, and a list was without it. */
  #unlisted: ListOperation | undefined;
  /** It has shipped: it was listed after a conflict, where cancelled orders are not listed. */
  #shipped: readonly [CancelOperation, ListOperation] | undefined;
  #lastCancelEnd = Number.NEGATIVE_INFINITY;
  #listedBy: ListOperation | undefined;

  constructor(order: string, choices: HistoryChoices) {
    this.#order = order;
    this.#choices = choices;
  }

  addCancel(cancel: CancelOperation, shown: Shown): void {
    const { status, begin, end } = cancel;
    if (this.#choices.cancelsAgain !== true) {
      if (begin < this.#lastCancelEnd) shown.exercised.add('R35');
      else if (this.#success !== undefined) shown.exercised.add('R29');
      if (status === 204) this.#judgeSuccess(cancel, shown);
    }
    if (this.#success !== undefined && status !== 204) shown.again = status === 409 ? 409 : 404;
    if (status !== 404 && isBefore(this.#conflict, cancel)) shown.exercised.add('R31');
    if (status === 404 && isBefore(this.#seen, cancel)) {
      this.#notFound = earlier(this.#notFound, cancel);
      this.#judgeShipped(cancel, shown);
    }
    if (status === 204) this.#success ??= cancel;
    if (status === 409) this.#conflict = earlier(this.#conflict, cancel);
    if (status !== 404) this.#seen = earlier(this.#seen, cancel);
    this.#lastCancelEnd = Math.max(this.#lastCancelEnd, end);
  }

  /** Adds a list with the order. A change that ended before `since` must show in it; undefined if the lag is not known. */
  addListed(list: ListOperation, since: number | undefined, shown: Shown): void {
    this.#listedBy = list;
    if (isBefore(this.#unlisted, list)) {
      shown.exercised.add('R36');
      const operations = [this.#seen, this.#unlisted, list];
      this.#breaks('R36', operations, 'an order that had left the list is listed again', shown);
    }
    if (this.#choices.cancelledInList === 'remove' && since !== undefined)
      this.#judgeListed(list, since, shown);
    this.#seen = earlier(this.#seen, list);
  }

  /** Adds a list, after those that it has, to the orders that it may not have. */
  addUnlisted(list: ListOperation, shown: Shown): void {
    if (this.#listedBy === list || !isBefore(this.#seen, list)) return;
    if (this.#unlisted !== undefined || isBefore(this.#success, list)) shown.exercised.add('R36');
    this.#unlisted = earlier(this.#unlisted, list);
    this.#judgeShipped(list, shown);
    if (this.#choices.cancelledInList === 'keep')
      this.#breaks('R36', [this.#seen, list], 'an order left the list, which keeps cancelled orders', shown);
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

  /** The list shows no cancelled order. */
  #judgeListed(list: ListOperation, since: number, shown: Shown): void {
    const isLate = (operation: Operation | undefined): boolean => (operation?.end ?? since) < since;
    const success = this.#choices.cancelsAgain === true ? undefined : this.#success;
    if (isLate(success)) {
      shown.exercised.add('R36');
      this.#breaks('R36', [success, list], 'an order is listed after its cancel succeeded', shown);
    }
    if (isLate(this.#notFound)) {
      const operations = [this.#seen, this.#notFound, list];
      this.#breaks('R36', operations, 'an order is listed after a cancel did not find it', shown);
    }
    if (this.#conflict === undefined || !isLate(this.#conflict)) return;
    if (success !== undefined) {
      const operations = [success, this.#conflict, list];
      this.#breaks(
        'R36',
        operations,
        'an order is listed after a cancel of it was refused as the second',
        shown,
      );
    }
    this.#shipped ??= [this.#conflict, list];
    for (const missing of [this.#notFound, this.#unlisted])
      if (missing !== undefined) this.#judgeShipped(missing, shown);
  }

  /** A shipped order stays in the list, and a cancel finds it. */
  #judgeShipped(missing: Operation, shown: Shown): void {
    if (this.#shipped === undefined) return;
    const operations = [...this.#shipped, missing];
    this.#breaks('R31', operations, 'an order that had shipped left the list or was not found', shown);
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
