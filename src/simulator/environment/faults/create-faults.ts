import type { MaybePromise } from '../../../shared/maybe-promise.ts';
import type { OrderList } from '../../orders/order-store.ts';
import type { Fault } from './fault.ts';
import type { AskedAt, FaultStart } from './fault-form.ts';
import type { FaultAddition, FaultSubject, Faults, FiredFault } from './faults.ts';
import { type LiveFault, startFault } from './live-fault.ts';

/** What the faults of an environment start from. */
export type FaultsSettings = {
  readonly seed: string;
  /** The environment's clock. */
  readonly now: () => number;
  /** The orders as they are now. */
  readonly orders: () => MaybePromise<OrderList>;
  /** The faults of the scenario; their ids differ. */
  readonly initial: readonly Fault[];
  /** The orders of the scenario. */
  readonly initialOrders: OrderList;
};

/** Starts the faults of a scenario. */
export function createFaults(settings: FaultsSettings): Faults {
  let live: readonly LiveFault[] = [];
  let numbered = 0;
  let fired = 0;

  const add = (faults: readonly Fault[], kept: readonly LiveFault[], start: FaultStart): FaultAddition => {
    const ids = new Set(kept.map(({ id }) => id));
    const given = faults.map(({ id }) => id).filter((id) => id !== undefined);
    const added: LiveFault[] = [];
    for (const id of given) {
      if (ids.has(id)) return { kind: 'duplicate-id', id };
      ids.add(id);
    }
    for (const fault of faults) added.push(startFault(fault, fault.id ?? freeId(ids), settings.seed, start));
    live = [...kept, ...added];
    return { kind: 'added', faults: added.map((one) => one.status()) };
  };
  const freeId = (taken: ReadonlySet<string>): string => {
    const id = `fault-${++numbered}`;
    return taken.has(id) ? freeId(taken) : id;
  };
  const startNow = async (): Promise<FaultStart> => ({ now: settings.now, orders: await settings.orders() });

  add(settings.initial, [], { now: settings.now, orders: settings.initialOrders });
  return {
    get any() {
      return live.length > 0;
    },
    get fired() {
      return fired;
    },
    list: () => live.map((one) => one.status()),
    add: async (faults) => {
      const start = await startNow();
      return add(faults, live, start);
    },
    replace: async (faults) => add(faults, [], await startNow()),
    remove: (id) => {
      const before = live.length;
      live = live.filter((one) => one.id !== id);
      return live.length < before;
    },
    clear: () => {
      live = [];
    },
    fire: (moment, subject) => {
      const effects = fireAll(live, moment, subject);
      fired += effects.length;
      return effects;
    },
  };
}

/** Once a fault has answered or ended the exchange, no later one that would is asked; those that only disturb still are. */
function fireAll(live: readonly LiveFault[], moment: AskedAt, subject: FaultSubject): readonly FiredFault[] {
  const effects: FiredFault[] = [];
  let replaced = false;
  for (const one of live) {
    if (one.askedAt !== moment || (replaced && one.replacesAnswer) || !one.matches(subject)) continue;
    const effect = one.fire();
    if (effect === undefined) continue;
    effects.push({ id: one.id, effect });
    replaced ||= one.replacesAnswer;
  }
  return effects;
}
