import {
  changesBetween,
  type FieldChange,
  firstRewritten,
  isDamage,
  type ListChanges,
} from '../../contract/judge/list-changes.ts';
import { orderFields } from '../../contract/judge/order-fields.ts';
import { listOrders } from '../../contract/requests.ts';
import type { LatestList, SeenList } from '../safety/lists-seen.ts';
import { digitsHint, lostDigits } from '../safety/misreadings.ts';
import { enough, requestList, settlingLists } from './list-probe.ts';
import type { PlannedStep, ProbeContext } from './probe.ts';

/** What happened to the other orders since a list. */
export type Others =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unknown'; readonly why: string; readonly note?: (what: string) => string }
  /** The changes stay, and no later list changes. `exchange` is the number of the list that showed them. */
  | { readonly kind: 'damaged'; readonly changes: ListChanges; readonly exchange: number };

/** It watches for some more requests than the cancels took, but no fewer and no more than this. */
const [more, fewestWatched, mostWatched] = [4, 12, 16];
/** It watches for so long at least; in front of each list it waits no longer than this. */
const [leastWatchMs, longestPauseMs] = [2000, 5000];

/** What `othersSince` and `countDamage` may send. */
export const repeatedLists: readonly PlannedStep[] = [
  {
    request: listOrders(),
    condition: `only if the list shows that other orders changed; up to ${settlingLists + mostWatched + enough - 1} times`,
  },
];

/** Returns the order whose id, with fewer digits, is that of an order that is gone. */
function misreadAs(gone: readonly bigint[], own: ReadonlySet<bigint>): bigint | undefined {
  return [...own].find((id) => lostDigits(id).some((left) => gone.includes(left)));
}

/**
 * Compares the newest list with an earlier one, except for the orders in `own`. If other orders are gone or rewritten, it
 * watches the list for some time, longer than the cancels took: if it still changes, someone else uses the target, and the
 * change may be theirs.
 */
export async function othersSince(
  context: ProbeContext,
  before: LatestList,
  own: ReadonlySet<bigint> = new Set(),
): Promise<Others> {
  const { lists } = context;
  const after = lists.latest();
  if (before.kind === 'unreadable') return { kind: 'unknown', why: `the list cannot be read: ${before.why}` };
  if (after.kind === 'unreadable') return { kind: 'unknown', why: `the list cannot be read: ${after.why}` };
  const changes = allChanges(context, before, after, own);
  if (!isDamage(changes)) return { kind: 'unchanged' };
  if (lists.changedByOthers() || changes.added) return busy;
  const settled = await watch(context, before, after, own);
  if (settled.kind === 'unknown') return settled;
  const lasting = allChanges(context, before, settled, own);
  // A list that shows an order again was only late.
  return isDamage(lasting) ? { kind: 'damaged', changes: lasting, exchange: after.exchange } : busy;
}

/** Orders are gone if the last list does not have them; fields are compared in every list that shows them. */
function allChanges(
  { lists }: ProbeContext,
  before: SeenList,
  after: SeenList,
  own: ReadonlySet<bigint>,
): ListChanges {
  const changes = changesBetween(before, after, own);
  if (changes.rewritten.length > 0 || (isWhole(before) && isWhole(after))) return changes;
  const later = lists.plain.filter(({ exchange }) => exchange > before.exchange);
  return { ...changes, rewritten: firstRewritten([before], later, own) };
}

/** Whether every order shows every field, as far as the first thousand orders tell. */
export function isWhole({ sample }: SeenList): boolean {
  return sample.every((order) => orderFields.every(({ name }) => Object.hasOwn(Object(order), name)));
}

const busy = {
  kind: 'unknown',
  why: 'other orders changed, and someone else may have changed them',
  note: (what: string) => `Other orders changed at the time of ${what}: someone else uses the target.`,
} as const;

const once = {
  kind: 'unknown',
  why: 'other orders are gone, which one cancel by someone else explains: it did not happen again with another order',
  note: (what: string) =>
    `Other orders were gone after ${what}: if no one else uses the target, name more orders, so that it can happen again.`,
} as const;

const unwatched = {
  kind: 'unknown',
  why: 'other orders changed, and no later lists showed whether someone else changes them',
  note: (what: string) =>
    `Other orders changed at the time of ${what}; no later lists showed whether others change them.`,
} as const;

/** Returns the list if it stays the same. */
async function watch(
  context: ProbeContext,
  before: SeenList,
  after: SeenList,
  own: ReadonlySet<bigint>,
): Promise<SeenList | (Others & { kind: 'unknown' })> {
  const times = Math.min(mostWatched, Math.max(fewestWatched, after.exchange - before.exchange + more));
  const pauseMs = Math.min(longestPauseMs, Math.max(leastWatchMs / times, after.at - before.at));
  let last = after;
  // A list without some fields may hide a change.
  const goesOn = (time: number): boolean => time < times || (time < mostWatched && !isWhole(last));
  for (let time = 0; goesOn(time - settlingLists); time += 1) {
    if (time >= settlingLists) await context.pause(pauseMs);
    await requestList(context);
    const next = context.lists.latest();
    if (next.kind === 'unreadable') return unwatched;
    // The request was not sent.
    if (next.exchange === last.exchange) return unwatched;
    const changes = changesBetween(last, next, own);
    if (changes.added || (time >= settlingLists && isDamage(changes))) {
      context.lists.noticeOthers();
      return busy;
    }
    last = next;
  }
  const seen = context.lists.plain.filter(({ exchange }) => exchange > after.exchange + settlingLists);
  // One list may leave out what another one shows.
  return seen.every(isWhole) || firstRewritten(seen, seen, own).length === 0 ? last : busy;
}

/**
 * R33: decides whether `what` (`the cancel of order 101`) changed any order that is not in `own`. Orders that are gone count if
 * that happened after `enough` of the cancels: cancels by someone else explain fewer.
 */
export async function expectOthersUnchanged(
  context: ProbeContext,
  before: LatestList,
  what: string,
  damage: number,
  own: ReadonlySet<bigint> = new Set(),
): Promise<void> {
  const others = await othersSince(context, before, own);
  const { gone, rewritten } = others.kind === 'damaged' ? others.changes : { gone: [], rewritten: [] };
  const isExplained =
    others.kind === 'damaged' &&
    damage < enough &&
    rewritten.length === 0 &&
    misreadAs(gone, own) === undefined;
  reportOthers(context, isExplained ? once : others, what, own);
}

/** Reports what `othersSince` found as R33. */
export function reportOthers(
  { collector, lists }: ProbeContext,
  others: Others,
  what: string,
  own: ReadonlySet<bigint> = new Set(),
): void {
  const latest = lists.latest();
  if (others.kind === 'unchanged') {
    collector.kept('R33', latest.kind === 'read' ? { number: latest.exchange } : undefined);
  } else if (others.kind === 'unknown') {
    collector.untested('R33', `${others.why}, at the time of ${what}`);
    if (others.note !== undefined) collector.note(others.note(what));
  } else {
    const { exchange, changes } = others;
    for (const { expected, got } of sentencesOf(changes, own))
      collector.broken({ rule: 'R33', exchange, expected: `${expected}, as before ${what}`, got });
  }
}

type Sentences = { readonly expected: string; readonly got: string };

const maxNamed = 5;

function sentencesOf(
  { gone, fewer, rewritten }: ListChanges,
  own: ReadonlySet<bigint>,
): readonly Sentences[] {
  const missing =
    gone.length > 0 ? [{ expected: `${ordersOf(gone)} in the list`, got: gotWithout(gone, own) }] : [];
  const uncounted =
    gone.length === 0 && fewer > 0 ? [{ expected: 'as many other orders', got: `${fewer} fewer` }] : [];
  const fields = rewritten.slice(0, maxNamed).map(({ id, field, before, after }: FieldChange) => ({
    expected: `${field} ${before} of order ${id}`,
    got: `${field} ${after}`,
  }));
  return [...missing, ...uncounted, ...fields];
}

function gotWithout(gone: readonly bigint[], own: ReadonlySet<bigint>): string {
  const without = `a list without ${gone.length === 1 ? 'it' : 'them'}`;
  const misread = misreadAs(gone, own);
  return misread === undefined ? without : `${without}${digitsHint(misread)}`;
}

/** Returns `orders 101, 102 and 3 more`. */
export function ordersOf(ids: readonly bigint[]): string {
  const named = ids.slice(0, maxNamed).join(', ');
  const more = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : '';
  return `${ids.length === 1 ? 'order' : 'orders'} ${named}${more}`;
}
