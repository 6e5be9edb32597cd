import type { Cell, EndedRun, PlannedRun, Purpose } from '../model.ts';
import { cellOf, partsOf } from './cell.ts';
import { formatCell } from './cell-text.ts';
import { type ReliedGap, type RunReliance, relianceOf, runReliance } from './reliance.ts';
import { stableRuns, type Verdict, verdictOf } from './verdict.ts';

/** Runs the command once. Returns undefined if there is no time for it, or the user has interrupted. */
export type Execute = (run: PlannedRun) => Promise<EndedRun | undefined>;

/** A client with flaky cells fails some cell three times by chance: each of the first ones raises what is needed by two. */
const mostFlaky = 4;

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

  /** How many cells had both passing and failing runs. */
  get flakyCells(): number {
    const byCell = Map.groupBy(this.#ended, ({ run }) => formatCell(run.cell));
    const kinds = (all: readonly EndedRun[]) => new Set(all.map(({ outcome }) => outcome.kind === 'passed'));
    return [...byCell.values()].filter((all) => kinds(all).size > 1).length;
  }

  /** How many failing runs make a failure stable. */
  get needed(): number {
    return stableRuns + 2 * Math.min(mostFlaky, this.flakyCells);
  }

  /** Leaves out the choices of a cell that are those of the baseline. */
  normal(cell: Cell): Cell {
    const relied = relianceOf(this.reliance);
    const parts = partsOf(cell).filter((part) => {
      if (part.kind === 'fault') return true;
      const row = relied.find(({ gap }) => gap === part.gap);
      return row === undefined || row.unsteady || row.choice !== part.choice;
    });
    return cellOf(parts);
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
