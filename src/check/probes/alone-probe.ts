import type { Probe } from './probe.ts';
import type { ProbeTarget } from './target.ts';

/** A list can show a cancel so many lists later, or so many milliseconds: the gap `list-lag`. */
const lateLists = 2;
const lateMs = 1000;

export const aloneProbe: Probe = {
  id: 'alone',
  title: 'look whether other clients change the list',
  level: 'probe',
  decides: [],
  async run(target) {
    const { settings, others, lists } = target;
    if (settings.shared) return others.giveUp('--shared says that other clients use the target');
    const since = lists.sightings[0]?.at ?? target.now();
    for (let left = lateLists; left > 0; left -= 1) {
      const waitMs = lateMs - (target.now() - since);
      if (left === 1 && waitMs > 0) await target.pause(waitMs);
      await target.list();
      others.look();
    }
  },
};

/** Looks after the last cancel whether it changed other orders later, and what became of the cancelled ones. */
export const lateChangesProbe: Probe = {
  id: 'late-changes',
  title: 'look whether other orders changed later',
  level: 'probe',
  decides: [],
  async run(target) {
    for (let left = lateLists; left > 0; left -= 1) {
      await target.list();
      target.others.expectUnchanged();
    }
    observeCancelled(target);
  },
};

/** Looks again for cancelled orders that are still listed: a list may show a cancel some time later. */
export async function lookAgain(target: ProbeTarget): Promise<void> {
  const before = target.lists.latest();
  const isListed = (id: bigint): boolean => before.kind === 'read' && before.ids.has(id);
  if (![...target.cancelled.keys()].some(isListed)) return;
  await target.pause(lateMs);
  await target.list();
  observeCancelled(target);
}

function observeCancelled({ cancelled, collector, lists }: ProbeTarget): void {
  // A list that lacks ids does not say whether it has the order.
  const whole = lists.sightings.filter(({ withoutId }) => withoutId === 0);
  const last = whole.at(-1);
  if (last === undefined || lists.latest().kind === 'unreadable') return;
  for (const [id, since] of cancelled) {
    const observed = last.listed.has(id) ? 'keep' : 'remove';
    collector.observed({ gap: 'cancelled-in-list', observed, allowed: true, exchange: last.exchange });
    const first = whole.find(({ exchange }) => exchange > since);
    if (observed !== 'remove' || first === undefined) continue;
    const lag = first.listed.has(id) ? 'later' : 'immediate';
    collector.observed({ gap: 'list-lag', observed: lag, allowed: true, exchange: first.exchange });
  }
}
