import { cellFaultPrefix, type Fault } from './fault.ts';
import type { FaultStart, FiringMoment } from './fault-kind.ts';
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

/** The faults of an environment and of its cell as values, and what they have counted. */
export type SavedFaults = {
  readonly live: readonly SavedFault[];
  readonly imposed: readonly SavedFault[];
  readonly numbered: number;
  readonly fired: number;
};

type FaultsOptions = Omit<FaultStart, 'memory'> & {
  readonly seed: string;
  readonly initial: readonly Fault[];
  readonly imposed?: readonly Fault[];
};

/**
 * The faults of an environment, in the order of adding. Those of a cell of `matrix` are not among them: they fire, before
 * all others so that they count every match, but they are not listed, replaced or removed.
 */
export class Faults {
  readonly #seed: string;
  readonly #start: Omit<FaultStart, 'memory'>;
  #imposed: readonly LiveFault[];
  #live: readonly LiveFault[] = [];
  #numbered = 0;
  #fired = 0;
  #saved: SavedFaults | undefined;

  /**
   * @param options `initial`: the faults of the scenario, whose ids differ. `imposed`: the faults of a cell of `matrix`; one without
   * an id is called `matrix-1`, `matrix-2`, … by its place
   */
  constructor({ seed, initial, imposed = [], ...start }: FaultsOptions) {
    this.#seed = seed;
    this.#start = start;
    this.#imposed = imposed.map((fault, at) => this.#begin(fault, fault.id ?? `${cellFaultPrefix}${at + 1}`));
    this.replace(initial);
  }

  /** Whether there are any faults, ended ones and those of a cell included. */
  get any(): boolean {
    return this.#live.length > 0 || this.#imposed.length > 0;
  }

  /** How often faults fired since the scenario was loaded, removed ones included. */
  get fired(): number {
    return this.#fired;
  }

  list(): readonly FaultStatus[] {
    return this.#live.map((one) => one.status());
  }

  /** Adds faults; those without an id get `fault-1`, `fault-2`, … */
  add(faults: readonly Fault[]): FaultAddition {
    return this.#add(faults, this.#live);
  }

  replace(faults: readonly Fault[]): FaultAddition {
    return this.#add(faults, []);
  }

  /** Removes a fault; returns false if there is none with this id. */
  remove(id: string): boolean {
    const kept = this.#live.filter((one) => one.id !== id);
    const found = kept.length < this.#live.length;
    if (found) this.#change(kept);
    return found;
  }

  clear(): void {
    this.#change([]);
  }

  /**
   * Fires the faults of this moment that match, in order, and counts them. At most one of them replaces the response or
   * ends the exchange.
   */
  fire(moment: FiringMoment, subject: FaultSubject): readonly FiredFault[] {
    const effects: FiredFault[] = [];
    let replaced = false;
    for (const one of [...this.#imposed, ...this.#live]) {
      if (one.firesAt !== moment || (replaced && one.replacesResponse) || !one.matches(subject)) continue;
      this.#saved = undefined;
      const fired = one.fire();
      if (fired === undefined) continue;
      effects.push(fired);
      replaced ||= one.replacesResponse;
    }
    this.#fired += effects.length;
    return effects;
  }

  /** All faults as a value: another one after each change. Setting an earlier one restores it. */
  get saved(): SavedFaults {
    this.#saved ??= {
      live: this.#live.map((one) => one.save()),
      imposed: this.#imposed.map((one) => one.save()),
      numbered: this.#numbered,
      fired: this.#fired,
    };
    return this.#saved;
  }

  set saved(next: SavedFaults) {
    const restore = (one: SavedFault): LiveFault => this.#begin(one.fault, one.id, one);
    this.#live = next.live.map(restore);
    this.#imposed = next.imposed.map(restore);
    this.#numbered = next.numbered;
    this.#fired = next.fired;
    this.#saved = next;
  }

  #begin(fault: Fault, id: string, saved?: SavedFault): LiveFault {
    return startFault(fault, id, this.#seed, this.#start, saved);
  }

  #change(next: readonly LiveFault[]): void {
    this.#live = next;
    this.#saved = undefined;
  }

  #add(faults: readonly Fault[], kept: readonly LiveFault[]): FaultAddition {
    const ids = new Set(kept.map(({ id }) => id));
    const refused = refuse(faults, ids);
    if (refused !== undefined) return refused;
    const added = faults.map((fault) => this.#begin(fault, fault.id ?? this.#freeId(ids)));
    this.#change([...kept, ...added]);
    return { kind: 'added', faults: added.map((one) => one.status()) };
  }

  #freeId(taken: ReadonlySet<string>): string {
    const id = `fault-${++this.#numbered}`;
    return taken.has(id) ? this.#freeId(taken) : id;
  }
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
