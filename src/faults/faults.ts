import { cellFaultPrefix, type Fault } from './fault.ts';
import type { FiringMoment } from './fault-kind.ts';
import {
  type FaultStatus,
  type FaultSubject,
  type FiredFault,
  type LiveFault,
  type SavedFault,
  startFault,
} from './live-fault.ts';

/** The outcome of adding faults: all of them are added, or none. */
export type FaultAddition =
  | { readonly kind: 'added'; readonly faults: readonly FaultStatus[] }
  | { readonly kind: 'duplicate-id'; readonly id: string }
  | { readonly kind: 'too-many'; readonly most: number };

/** The maximum number of faults of an environment, ended ones included. Each request is compared with all of them. */
export const maxFaults = 1_000;

export type Faults = ReturnType<typeof createFaults>;

/** The faults of an environment and of its cell as values, and what they have counted. */
export type SavedFaults = {
  readonly live: readonly SavedFault[];
  readonly imposed: readonly SavedFault[];
  readonly numbered: number;
  readonly fired: number;
};

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

/**
 * The faults of an environment, in the order of adding. Those of a cell of `matrix` are not among them: they fire, before
 * all others so that they count every match, but they are not listed, replaced or removed.
 */
export function createFaults({ seed, initial, imposed: ofCell = [], ...start }: FaultsOptions) {
  const restore = (one: SavedFault): LiveFault => startFault(one.fault, one.id, seed, start, one);
  let imposed = ofCell.map((fault, at) =>
    startFault(fault, fault.id ?? `${cellFaultPrefix}${at + 1}`, seed, start),
  );
  let live: readonly LiveFault[] = [];
  let [numbered, fired] = [0, 0];
  let saved: SavedFaults | undefined;

  const change = (next: readonly LiveFault[]): void => {
    live = next;
    saved = undefined;
  };
  const add = (faults: readonly Fault[], kept: readonly LiveFault[]): FaultAddition => {
    const ids = new Set(kept.map(({ id }) => id));
    const refused = refuse(faults, ids);
    if (refused !== undefined) return refused;
    const added = faults.map((fault) => startFault(fault, fault.id ?? freeId(ids), seed, start));
    change([...kept, ...added]);
    return { kind: 'added', faults: added.map((one) => one.status()) };
  };
  const freeId = (taken: ReadonlySet<string>): string => {
    const id = `fault-${++numbered}`;
    return taken.has(id) ? freeId(taken) : id;
  };

  add(initial, []);
  return {
    /** Whether there are any faults, ended ones and those of a cell included. */
    get any(): boolean {
      return live.length > 0 || imposed.length > 0;
    },
    /** How often faults fired since the scenario was loaded, removed ones included. */
    get fired(): number {
      return fired;
    },
    list: (): readonly FaultStatus[] => live.map((one) => one.status()),
    /** Adds faults; those without an id get `fault-1`, `fault-2`, … */
    add: (faults: readonly Fault[]): FaultAddition => add(faults, live),
    replace: (faults: readonly Fault[]): FaultAddition => add(faults, []),
    /** Removes a fault; returns false if there is none with this id. */
    remove: (id: string): boolean => {
      const kept = live.filter((one) => one.id !== id);
      const found = kept.length < live.length;
      if (found) change(kept);
      return found;
    },
    clear: (): void => change([]),
    /**
     * Fires the faults of this moment that match, in order, and counts them. At most one of them replaces the response or
     * ends the exchange.
     */
    fire: (moment: FiringMoment, subject: FaultSubject): readonly FiredFault[] => {
      const all = imposed.length === 0 ? live : [...imposed, ...live];
      const { effects, matched } = fireAll(all, moment, subject);
      fired += effects.length;
      if (matched > 0) saved = undefined;
      return effects;
    },
    /** All faults as a value: another one after each change. Setting an earlier one restores it. */
    get saved(): SavedFaults {
      saved ??= { live: live.map(save), imposed: imposed.map(save), numbered, fired };
      return saved;
    },
    set saved(next: SavedFaults) {
      live = next.live.map(restore);
      imposed = next.imposed.map(restore);
      ({ numbered, fired } = next);
      saved = next;
    },
  };
}

/** Adds the ids of faults to those that are taken. Returns why the faults cannot be added. */
function refuse(faults: readonly Fault[], ids: Set<string>): FaultAddition | undefined {
  if (ids.size + faults.length > maxFaults) return { kind: 'too-many', most: maxFaults };
  for (const { id } of faults) {
    if (id === undefined) continue;
    if (ids.has(id)) return { kind: 'duplicate-id', id };
    ids.add(id);
  }
  return undefined;
}

function save(one: LiveFault): SavedFault {
  return one.save();
}

function fireAll(
  live: readonly LiveFault[],
  moment: FiringMoment,
  subject: FaultSubject,
): { readonly effects: readonly FiredFault[]; readonly matched: number } {
  const effects: FiredFault[] = [];
  let matched = 0;
  let replaced = false;
  for (const one of live) {
    if (one.firesAt !== moment || (replaced && one.replacesResponse) || !one.matches(subject)) continue;
    matched++;
    const fired = one.fire();
    if (fired === undefined) continue;
    effects.push(fired);
    replaced ||= one.replacesResponse;
  }
  return { effects, matched };
}
