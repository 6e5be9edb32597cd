import type { Cell, EndedRun, PlannedRun, Reliance } from '../model.ts';
import { formatCell } from './cell.ts';
import { relianceOf } from './reliance.ts';
import { isFailure, type Verdict, verdictOf } from './verdict.ts';

/** Runs the command once. Returns undefined if there is no time for it, or the user has interrupted. */
export type Execute = (run: PlannedRun) => Promise<EndedRun | undefined>;

/** The runs of a matrix, at most `jobs` at a time. No cell runs again if its outcome is known often enough. */
export class RunLog {
  readonly #execute: Execute;
  readonly #free: (() => void)[] = [];
  readonly #started = new Map<string, Promise<void>[]>();
  readonly #ended: EndedRun[] = [];
  #jobs: number;
  #planned = 0;

  constructor(execute: Execute, jobs: number) {
    this.#execute = execute;
    this.#jobs = jobs;
  }

  /** In the order of planning. */
  get ended(): readonly EndedRun[] {
    return this.#ended.toSorted((one, other) => one.run.id - other.run.id);
  }

  get withoutFaults(): readonly EndedRun[] {
    return this.ended.filter(({ run }) => run.cell.faults.length === 0);
  }

  /** The gaps on which runs without a fault relied: only there has a choice an effect without one. */
  get varied(): readonly Reliance[] {
    return relianceOf(this.withoutFaults);
  }

  of(cell: Cell): readonly EndedRun[] {
    const key = formatCell(cell);
    return this.ended.filter(({ run }) => formatCell(run.cell) === key);
  }

  /** Whether a cell had both passing and failing runs. */
  get isFlaky(): boolean {
    const byCell = Map.groupBy(this.#ended, ({ run }) => formatCell(run.cell));
    return [...byCell.values()].some((all) => new Set(all.map(({ outcome }) => isFailure(outcome))).size > 1);
  }

  /** Runs a cell until it has run so many times. */
  async ensure(cell: Cell, times: number): Promise<void> {
    const key = formatCell(cell);
    const started = this.#started.get(key) ?? [];
    this.#started.set(key, started);
    while (started.length < times) started.push(this.#run({ id: ++this.#planned, cell }));
    await Promise.all(started.slice(0, times));
  }

  /** Runs a cell, and again if it fails, until its runs show what it does. `open`: there was no time for that. */
  async settle(cell: Cell, needed: number): Promise<Verdict['kind']> {
    for (;;) {
      const runs = this.of(cell);
      const verdict = verdictOf(cell, runs, needed);
      if (verdict.kind !== 'open') return verdict.kind;
      await this.ensure(cell, runs.length + verdict.more);
      if (this.of(cell).length < runs.length + verdict.more) return 'open';
    }
  }

  /** Resolves when no run is in progress. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#started.values()].flat());
  }

  async #run(run: PlannedRun): Promise<void> {
    if (this.#jobs === 0) await new Promise<void>((resolve) => this.#free.push(resolve));
    else this.#jobs--;
    try {
      const ended = await this.#execute(run);
      if (ended !== undefined) this.#ended.push(ended);
    } finally {
      const next = this.#free.shift();
      if (next === undefined) this.#jobs++;
      else next();
    }
  }
}
