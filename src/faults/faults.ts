import { cellFaultPrefix, type Fault } from './fault.ts';
import type { FiringMoment } from './fault-kind.ts';
import {
  type FaultStatus,
  type FaultSubject,
  type FiredFault,
  type LiveFault,
  startFault,
} from './live-fault.ts';

/** The outcome of adding faults: all of them are added, or none. */
export type FaultAddition =
  | { readonly kind: 'added'; readonly faults: readonly FaultStatus[] }
  | { readonly kind: 'duplicate-id'; readonly id: string }
  | { readonly kind: 'too-many'; readonly most: number };

/** The maximum number of faults of an environment, ended ones included. Each request is compared with all of them. */
export const maxFaults = 1_000;

/**
 * The faults of an environment, in the order of adding. Those of a cell of `matrix` are not among them: they fire, before
 * all others so that they count every match, but they are not listed, replaced or removed.
 */
export interface Faults {
  /** Whether there are any faults, ended ones and those of a cell included. */
  readonly any: boolean;
  /** How often faults fired since the scenario was loaded, removed ones included. */
  readonly fired: number;
  list(): readonly FaultStatus[];
  /** Adds faults; those without an id get `fault-1`, `fault-2`, … */
  add(faults: readonly Fault[]): FaultAddition;
  replace(faults: readonly Fault[]): FaultAddition;
  /** Removes a fault; returns false if there is none with this id. */
  remove(id: string): boolean;
  clear(): void;
  /**
   * Fires the faults of this moment that match, in order, and counts them. At most one of them replaces the response or
   * ends the exchange.
   */
  fire(moment: FiringMoment, subject: FaultSubject): readonly FiredFault[];
}

export type FaultsOptions = {
  readonly seed: string;
  /** Milliseconds since 1970 on the environment's clock. */
  readonly now: () => number;
  /** Copies the current list of orders, for a fault that shows it later. */
  readonly copyList: () => unknown;
  /** The faults of the scenario; their ids differ. */
  readonly initial: readonly Fault[];
  /** The faults of a cell of `matrix`. One without an id is called `matrix-1`, `matrix-2`, … by its place. */
  readonly imposed?: readonly Fault[];
};

export function createFaults({ seed, initial, imposed: ofCell = [], ...start }: FaultsOptions): Faults {
  const imposed = ofCell.map((fault, at) =>
    startFault(fault, fault.id ?? `${cellFaultPrefix}${at + 1}`, seed, start),
  );
  let live: readonly LiveFault[] = [];
  let numbered = 0;
  let fired = 0;

  const add = (faults: readonly Fault[], kept: readonly LiveFault[]): FaultAddition => {
    if (kept.length + faults.length > maxFaults) return { kind: 'too-many', most: maxFaults };
    const ids = new Set(kept.map(({ id }) => id));
    for (const { id } of faults) {
      if (id === undefined) continue;
      if (ids.has(id)) return { kind: 'duplicate-id', id };
      ids.add(id);
    }
    const added = faults.map((fault) => startFault(fault, fault.id ?? freeId(ids), seed, start));
    live = [...kept, ...added];
    return { kind: 'added', faults: added.map((one) => one.status()) };
  };
  const freeId = (taken: ReadonlySet<string>): string => {
    const id = `fault-${++numbered}`;
    return taken.has(id) ? freeId(taken) : id;
  };

  add(initial, []);
  return {
    get any() {
      return live.length > 0 || imposed.length > 0;
    },
    get fired() {
      return fired;
    },
    list: () => live.map((one) => one.status()),
    add: (faults) => add(faults, live),
    replace: (faults) => add(faults, []),
    remove: (id) => {
      const before = live.length;
      live = live.filter((one) => one.id !== id);
      return live.length < before;
    },
    clear: () => {
      live = [];
    },
    fire: (moment, subject) => {
      const effects = fireAll(imposed.length === 0 ? live : [...imposed, ...live], moment, subject);
      fired += effects.length;
      return effects;
    },
  };
}

function fireAll(
  live: readonly LiveFault[],
  moment: FiringMoment,
  subject: FaultSubject,
): readonly FiredFault[] {
  const all: FiredFault[] = [];
  let replaced = false;
  for (const one of live) {
    if (one.firesAt !== moment || (replaced && one.replacesResponse) || !one.matches(subject)) continue;
    const fired = one.fire();
    if (fired === undefined) continue;
    all.push(fired);
    replaced ||= one.replacesResponse;
  }
  return all;
}
