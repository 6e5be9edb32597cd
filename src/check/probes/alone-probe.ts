import type { Probe } from './probe.ts';

/** A list can show a cancel so many lists later, or so many milliseconds: the gap `list-lag`. */
const lateLists = 2;
const lateMs = 1000;

/** Looks before the first cancel whether other clients change the list. */
export const aloneProbe: Probe = {
  id: 'alone',
  title: 'look whether other clients change the list',
  level: 'probe',
  decides: [],
  async run(target) {
    const { settings, others, lists } = target;
    if (settings.shared) return others.giveUp('`shared` says that other clients use the target');
    const since = lists.sightings[0]?.at ?? target.now();
    for (let left = lateLists; left > 0; left -= 1) {
      const waitMs = lateMs - (target.now() - since);
      if (left === 1 && waitMs > 0) await target.pause(waitMs);
      await target.list();
      others.look();
    }
  },
};

/** Looks after the last cancel whether it changed other orders later. */
export const lateChangesProbe: Probe = {
  id: 'late-changes',
  title: 'look whether other orders changed later',
  level: 'probe',
  decides: ['R33'],
  async run(target) {
    for (let left = lateLists; left > 0; left -= 1) {
      await target.list();
      target.others.expectUnchanged();
    }
  },
};
