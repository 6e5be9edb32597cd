import type { Cell, EndedRun, PlannedRun, Purpose } from '../model.ts';
import { formatCell } from './cell-text.ts';
import { type ReliedGap, type RunReliance, relianceOf, runReliance } from './reliance.ts';
import { isFailure, type Verdict, verdictOf } from './verdict.ts';

/** Runs the command once. Returns undefined if there is no time for it, or the user has interrupted. */
export type Execute = (run: PlannedRun) => Promise<EndedRun | undefined>;

/** The runs of a matrix, at most `jobs` at a time. No cell runs again if its outcome is known often enough. */
export class RunLog {
  readonly #execute: Execute;
  readonly #free: (() => void)[] = [];
  readonly #started = new Map<string, Promise<EndedRun | undefined>[]>();
  readonly #ended: EndedRun[] = [];
  readonly #reliance: RunReliance[] = [];
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

  /** On which gaps they relied, in the same order. */
  get reliance(): readonly RunReliance[] {
    return this.#reliance.toSorted((one, other) => one.run.run.id - other.run.run.id);
  }

  /** The gaps on which runs without a fault relied: only there has a choice an effect without one. */
  get varied(): readonly ReliedGap[] {
    return relianceOf(this.reliance.filter(({ run }) => run.run.cell.faults.length === 0));
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
  async ensure(cell: Cell, times: number, purpose: Purpose): Promise<void> {
    const key = formatCell(cell);
    const started = this.#started.get(key) ?? [];
    this.#started.set(key, started);
    while (started.length < times)
      started.push(
        this.#run({ id: ++this.#planned, purpose: started.length === 0 ? purpose : again(purpose), cell }),
      );
    await Promise.all(started.slice(0, times));
  }

  /** Runs a cell, and again if it fails, until its runs show what it does. `open`: there was no time for that. */
  async settle(cell: Cell, purpose: Purpose, needed: number): Promise<Verdict['kind']> {
    for (;;) {
      const runs = this.of(cell);
      const verdict = verdictOf(cell, runs, needed);
      if (verdict.kind !== 'open') return verdict.kind;
      await this.ensure(cell, runs.length + verdict.more, purpose);
      if (this.of(cell).length < runs.length + verdict.more) return 'open';
    }
  }

  async #run(run: PlannedRun): Promise<EndedRun | undefined> {
    if (this.#jobs === 0) await new Promise<void>((resolve) => this.#free.push(resolve));
    else this.#jobs--;
    try {
      const ended = await this.#execute(run);
      if (ended !== undefined) {
        this.#ended.push(ended);
        this.#reliance.push(runReliance(ended));
      }
      return ended;
    } finally {
      const next = this.#free.shift();
      if (next === undefined) this.#jobs++;
      else next();
    }
  }
}

function again(purpose: Purpose): Purpose {
  return purpose === 'baseline' ? purpose : 'confirm';
}
