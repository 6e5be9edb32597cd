import type { GapKey } from '../../simulator/environment/gaps/gaps.ts';
import type { Cell, EndedRun } from '../model.ts';
import type { Case, Examined, Finding } from './case.ts';
import { cellOf, contains, isBaseline, partsOf } from './cell.ts';
import { allFired } from './fault-cells.ts';
import { isAct } from './fault-points.ts';
import { exchangesOf } from './reliance.ts';
import type { RunLog } from './run-log.ts';

/** How many failing runs of a cell with several parts are needed before it is reduced, since only its cause must be stable. */
const reducibleRuns = 2;

/** Judges cases by their runs, in their order: a cell that contains the cause of an earlier case is not reduced again. */
export class Examiner {
  readonly #log: RunLog;
  /** Whether what fails under an actor is confirmed and reduced. */
  readonly #actors: boolean;
  readonly #causes: Cell[] = [];

  constructor(log: RunLog, actors: boolean) {
    this.#log = log;
    this.#actors = actors;
  }

  /** Runs all of these cases beside each other, and then judges one after the other. */
  async examine(cases: readonly Case[]): Promise<readonly Examined[]> {
    await Promise.all(cases.map((one) => this.#firstVerdict(one)));
    const examined: Examined[] = [];
    for (const one of cases) {
      const finding = await this.#judge(one);
      if (finding.kind === 'cause') this.#causes.push(finding.cell);
      examined.push({ ...one, finding });
    }
    return examined;
  }

  async #firstVerdict({ cell, purpose }: Case) {
    if (isAct(cell) && !this.#actors) {
      await this.#log.ensure(cell, 1, purpose);
      const [first] = this.#log.of(cell);
      if (first?.outcome.kind === 'failed') return allFired(first) ? 'reacts' : 'not-fired';
    }
    const needed = partsOf(cell).length > 1 ? reducibleRuns : this.#log.needed;
    return this.#log.settle(cell, purpose, needed);
  }

  async #judge(one: Case): Promise<Finding> {
    const { cell, subject } = one;
    const verdict = await this.#firstVerdict(one);
    const runs = this.#log.of(cell);
    if (verdict === 'open' || verdict === 'reacts' || verdict === 'not-fired') return { kind: verdict };
    if (verdict === 'flaky') return { kind: 'flaky', cell };
    if (verdict === 'passes') {
      if (!runs.every(allFired)) return { kind: 'not-fired' };
      return { kind: subject === undefined || reliesOn(runs, subject.gap) ? 'passes' : 'no-effect' };
    }
    if (!runs.some(allFired)) return { kind: 'not-fired' };
    const by = this.#causes.find((cause) => contains(cell, cause));
    if (by !== undefined) return { kind: 'explained', by };
    const minimal = await this.#reduce(this.#log.normal(cell));
    if (minimal === undefined) return { kind: 'open' };
    const stable = await this.#log.settle(minimal, 'shrink', this.#log.needed);
    if (stable === 'open') return { kind: 'open' };
    return { kind: stable === 'fails' ? 'cause' : 'flaky', cell: minimal };
  }

  /** Leaves out one part after the other, as long as what is left fails. Undefined if there was no time for that. */
  async #reduce(cell: Cell): Promise<Cell | undefined> {
    const parts = partsOf(cell);
    const smaller = parts
      .map((left) => cellOf(parts.filter((part) => part !== left)))
      .filter((one) => !isBaseline(one));
    if (parts.length < 2) return cell;
    await Promise.all(smaller.map((one) => this.#log.ensure(one, 1, 'shrink')));
    for (const one of smaller) {
      const runs = this.#log.of(one);
      if (runs.length === 0) return undefined;
      if (runs.every(({ outcome }) => outcome.kind !== 'passed')) return this.#reduce(one);
    }
    return cell;
  }
}

/** Whether an exchange of these runs relied on a gap. */
export function reliesOn(runs: readonly EndedRun[], gap: GapKey): boolean {
  return runs.some((run) => exchangesOf(run).some(({ gaps }) => gaps[gap] !== undefined));
}
